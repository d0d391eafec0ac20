#pragma once

#include "core/watch/readers/reader.h"

#include <span>
#include <type_traits>

namespace lockstep {

// The permits that are read of a semaphore, or of the readers of a shared lock, that is a sorted
// set: the newest ones. Where there are so many, there may be more.
inline constexpr int mostPermitsRead = 64;

// A way of reading under the name that formats choose it by; resources/formats/README.md lists the
// names with their parameters.
struct ReaderEntry
{
    const char *name;
    // fields: the "reader" object of a format. suffix: for $base.
    ReaderPtr (*make)(JsonFields &fields, const QByteArray &suffix);
};

// Makes a reader of type T, whose constructor takes its parameters from the format.
template <typename T> ReaderPtr makeReaderOf(JsonFields &fields, const QByteArray &suffix)
{
    if constexpr (std::is_constructible_v<T, JsonFields &, const QByteArray &>)
        return std::make_shared<const T>(fields, suffix);
    else if constexpr (std::is_constructible_v<T, JsonFields &>)
        return std::make_shared<const T>(fields);
    else
        return std::make_shared<const T>();
}

// The readers of each .cpp file here; reader.cpp puts them together.
std::span<const ReaderEntry> bucketReaders();
std::span<const ReaderEntry> countReaders();
std::span<const ReaderEntry> javaBucketReaders();
std::span<const ReaderEntry> lockReaders();
std::span<const ReaderEntry> ownBucketReaders();
std::span<const ReaderEntry> quantityReaders();
std::span<const ReaderEntry> windowReaders();

} // namespace lockstep
