#pragma once

#include "core/watch/recorder/rows/objectstate.h"

namespace lockstep {

// The state of one object as the times of its rows pass. Rows are read in the order of their ids,
// and those of one snapshot are not in that of their times: a moment is told by the rows whose time
// it has reached, in the order of their ids. Replay does the same for one moment and all objects.
class ObjectReplay
{
public:
    struct Step
    {
        enum class Kind : quint8 { Reading, Line, Gap } kind = Kind::Gap;
        qint64 order = 0; // among all steps, whatever their times
        ObjectState state = {}; // Reading
        JournalEntry line = {}; // Line
        WallMilliseconds at = 0; // Line
        bool isLate = false; // Line
    };

    explicit ObjectReplay(Family family)
        : m_family(family)
    {
    }

    // Takes the steps in the order of their times.
    void take(Step step);
    // From that order on a checkpoint tells all objects that there are.
    void beginAgain(qint64 order);

    // Whether there is a row since the checkpoint.
    [[nodiscard]] bool hasRows() const;
    [[nodiscard]] const ObjectState &state() const { return m_state; }

private:
    [[nodiscard]] bool isDecisive(const Step &step) const;
    void replay();

    Family m_family;
    qint64 m_from = 0; // steps before that one do not count any more
    ObjectState m_reading;
    bool m_hasReading = false;
    std::vector<Step> m_steps; // since the reading, by order
    ObjectState m_state;
};

} // namespace lockstep
