#pragma once

#include "core/lab/history/run.h"

#include <QObject>

#include <memory>

class QThread;

namespace lockstep {

class RoundTracks;

// Sorts rounds for the picture, large ones on a thread of their own: a million operations take a
// quarter of a second.
class RoundSorter : public QObject
{
    Q_OBJECT

public:
    using Tracks = std::shared_ptr<const RoundTracks>;

    using QObject::QObject;
    ~RoundSorter() override; // waits for what is being sorted

    // A small round is returned at once. For a large one nullptr is, and sorted() follows, unless
    // something else is asked for before.
    [[nodiscard]] Tracks sort(const RunPtr &run, int round);
    void cancel(); // nothing is wanted any more
    [[nodiscard]] bool isSorting() const { return m_wanted.run != nullptr; }

Q_SIGNALS:
    void sorted(const lockstep::RoundSorter::Tracks &tracks);

private:
    struct Wanted
    {
        RunPtr run; // nullptr: nothing
        int round = 0;

        bool operator==(const Wanted &) const = default;
    };

    void begin();

    Wanted m_wanted;
    QThread *m_thread = nullptr; // at work; maybe for something that is no longer wanted
};

} // namespace lockstep
