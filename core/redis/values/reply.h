#pragma once

#include <QByteArray>

#include <vector>

namespace lockstep {

// One RESP2 reply, any bytes.
struct Reply
{
    enum class Kind : quint8 { Nil, Status, Error, Integer, Bulk, Array };

    Kind kind = Kind::Nil;
    bool isCut = false; // Array: elements are missing, here or below, for there were too many
    qint64 integer = 0; // Integer
    QByteArray text; // Status, Error, Bulk
    std::vector<Reply> elements; // Array

    [[nodiscard]] bool isNil() const { return kind == Kind::Nil; }
    [[nodiscard]] bool isError() const { return kind == Kind::Error; }
    [[nodiscard]] bool isInteger() const { return kind == Kind::Integer; }
    [[nodiscard]] bool isArray() const { return kind == Kind::Array; }
    // Whether it is a status or a bulk reply, which have text.
    [[nodiscard]] bool isText() const { return kind == Kind::Status || kind == Kind::Bulk; }

    friend bool operator==(const Reply &, const Reply &) = default;
};

} // namespace lockstep
