// Each large round is sorted on a thread, and never two at a time. A user who leafs through the
// rounds of a long run gets the one they stop at, and the rounds between are skipped. A small round
// is sorted at once, because a picture that appears a moment after its page would flicker.

#include "ui/lab/tracks/roundsorter.h"

#include "ui/lab/tracks/roundtracks.h"

#include <QThread>

#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t small = 20'000; // records: a few milliseconds

std::size_t recordsOf(const History &history, std::size_t round)
{
    const Round &begin = history.rounds[round];
    const bool isLast = round + 1 == history.rounds.size();
    const auto count = [&](const auto &records, quint32 Round::*first) {
        return (isLast ? records.size() : history.rounds[round + 1].*first) - begin.*first;
    };
    return count(history.operations, &Round::firstOperation)
        + count(history.marks, &Round::firstMark) + count(history.waits, &Round::firstWait)
        + count(history.changes, &Round::firstChange);
}

} // namespace

RoundSorter::~RoundSorter()
{
    if (m_thread)
        m_thread->wait();
}

RoundSorter::Tracks RoundSorter::sort(const RunPtr &run, int round)
{
    if (recordsOf(run->history, std::size_t(round)) < small) {
        cancel();
        return std::make_shared<const RoundTracks>(run, round);
    }
    m_wanted = {run, round};
    begin();
    return nullptr;
}

void RoundSorter::cancel()
{
    m_wanted = {};
}

void RoundSorter::begin()
{
    if (m_thread)
        return; // begin() is called again when that thread has ended
    const auto tracks = std::make_shared<Tracks>();
    m_thread = QThread::create([tracks, wanted = m_wanted] {
        *tracks = std::make_shared<const RoundTracks>(wanted.run, wanted.round);
    });
    m_thread->setParent(this);
    connect(m_thread, &QThread::finished, this, [this, tracks, made = m_wanted] {
        std::exchange(m_thread, nullptr)->deleteLater();
        if (made == m_wanted) {
            cancel();
            Q_EMIT sorted(*tracks);
        } else if (isSorting()) {
            begin();
        }
    });
    m_thread->start();
}

} // namespace lockstep
