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

    // Writes it, and sets its id.
    Result<qint64> add(RecordedItem item);
    Result<qint64> idOf(const Holder &holder);
    // The holders that are not known any more are written again when they come.
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
