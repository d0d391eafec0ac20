#pragma once

#include "core/lab/history/run.h"

#include <QObject>

#include <memory>

class QThread;

namespace lockstep {

class RoundTracks;

// Makes the RoundTracks of rounds for the picture. Large rounds are sorted on a thread of their
// own, because a million operations take a quarter of a second.
class RoundSorter : public QObject
{
    Q_OBJECT

public:
    using Tracks = std::shared_ptr<const RoundTracks>;

    using QObject::QObject;
    ~RoundSorter() override; // waits for the thread

    // Returns the tracks of a small round at once. For a large round returns nullptr and emits
    // sorted() later, unless another round is asked for or cancel() is called before.
    [[nodiscard]] Tracks sort(const RunPtr &run, int round);
    void cancel(); // sorted() will not be emitted for what was asked for
    [[nodiscard]] bool isSorting() const { return m_wanted.run != nullptr; }

Q_SIGNALS:
    // Emitted on the thread of this object.
    void sorted(const lockstep::RoundSorter::Tracks &tracks);

private:
    struct Wanted
    {
        RunPtr run; // nullptr if nothing is wanted
        int round = 0;

        bool operator==(const Wanted &) const = default;
    };

    void begin();

    Wanted m_wanted;
    QThread *m_thread =
        nullptr; // may be working on a round that is no longer wanted; nullptr if none is running
};

} // namespace lockstep
