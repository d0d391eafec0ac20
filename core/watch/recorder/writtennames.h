#pragma once

#include "core/watch/recorder/recordingdatabase.h"
#include "core/watch/recorder/rows/recordingrows.h"

#include <unordered_map>

namespace lockstep {

// Writes the rows of `items` and `holders`: keys and tokens, to which other rows refer by id.
class WrittenNames
{
public:
    static Result<WrittenNames> begin(RecordingDatabase *database);

    // Writes a row for the item and returns its new id. The id of the argument is ignored.
    Result<qint64> add(RecordedItem item);
    Result<qint64> idOf(const Holder &holder);
    // Must be called when rows of holders may have been deleted: each holder is then written again.
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
