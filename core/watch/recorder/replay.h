#pragma once

#include "core/watch/recorder/rows/recordedgap.h"
#include "core/watch/recorder/rows/recordingrows.h"

#include <unordered_map>

namespace lockstep {

// Finds the states of objects from rows, which are taken in their order. A row is parsed only when
// states are asked for, and only if it still counts then: of the thousands of rows after a
// checkpoint few do.
class Replay
{
public:
    // From here on, nothing is known of the keys that the gap covers.
    void forget(const RecordedGap &gap);
    // What the object is at the moment is not known. With isUnlessThere that holds only where there
    // is no such object otherwise.
    void doubt(const RecordedItem &item, bool isUnlessThere);
    void takeReading(const RecordedItem &item, const QVariantList &row);
    void takeEvent(const RecordedItem &item, const QVariantList &row);

    struct Replayed
    {
        const RecordedItem *item;
        ObjectState state;
        std::optional<WallMilliseconds> toldAt; // time of the last row that counts; empty: a gap
        bool hasRows; // else only doubt() told of it
        bool isDoubted;
        bool isDoubtedUnlessThere;
    };
    // All objects, sorted by id. Errors: those of stateFrom() and entryFrom().
    [[nodiscard]] Result<std::vector<Replayed>> objects(const HolderWithId &holderOf) const;

private:
    struct Rows
    {
        const RecordedItem *item = nullptr;
        QVariantList reading; // the last one; empty: there is none
        std::vector<QVariantList> events; // since the reading; an empty row stands for a gap
        bool isDoubted = false;
        bool isDoubtedUnlessThere = false;
    };
    static std::optional<WallMilliseconds> toldAt(const Rows &rows);
    static Result<ObjectState> stateOf(const Rows &rows, const HolderWithId &holderOf);

    std::unordered_map<qint64, Rows> m_objects; // by id
};

} // namespace lockstep
