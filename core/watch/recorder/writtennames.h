#pragma once

#include "core/watch/recorder/recordingdatabase.h"
#include "core/watch/recorder/rows/recordingrows.h"

#include <unordered_map>

namespace lockstep {

// The rows of `items` and `holders` that a session has written: each key and each token stands in
// the file once for a session, and rows refer to it by a number.
class WrittenNames
{
public:
    static Result<WrittenNames> begin(RecordingDatabase *database);

    // Writes a row for the item and returns its id; the id of the argument does not count.
    Result<qint64> add(RecordedItem item);
    Result<qint64> idOf(const Holder &holder);
    // To be called when rows of holders may have been deleted: each that comes is written anew.
    void forgetHolders() { m_holders.clear(); }

private:
    explicit WrittenNames(RecordingDatabase *database)
        : m_database(database)
    {
    }

    RecordingDatabase *m_database;
    qint64 m_nextItem = 1;
    qint64 m_nextHolder = 1;
    std::unordered_map<QByteArray, std::pair<qint64, Holder>> m_holders; // by token
};

} // namespace lockstep
