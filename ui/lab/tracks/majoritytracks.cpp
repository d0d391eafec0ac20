// No server knows that a lock has a majority. It has one while more than half of all servers, also
// counting those that never saw the key, hold the same token. So the changes of all nodes are
// walked in the order of time, counting the servers that hold each token.

#include "ui/lab/tracks/majoritytracks.h"

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

class MajorityReader
{
public:
    MajorityReader(const History &history, int nodes)
        : m_history(history)
        , m_nodes(nodes)
    {
    }

    MajorityTrack read(std::span<const KeyTrack> ofKey, Moment end)
    {
        m_track.key = ofKey.front().key;
        std::vector<quint32> changes;
        for (const KeyTrack &each : ofKey)
            changes.insert(changes.end(), each.changes.begin(), each.changes.end());
        std::sort(changes.begin(), changes.end()); // the numbers of changes grow with time
        for (const quint32 number : changes)
            apply(m_history.changes[number]);
        close(end);
        for (const MajorityTrack::Stretch &each : m_track.stretches)
            m_track.held.add(each.from, each.until, quint8(LaneSpan::State::Holding));
        return std::move(m_track);
    }

private:
    void apply(const KeyChange &change)
    {
        const quint32 value = change.exists ? change.value : none;
        quint32 &present = m_present.try_emplace(change.node, none).first->second;
        if (present == value)
            return;
        if (present != none && --m_count[present] < most() && present == m_value)
            close(change.at);
        present = value;
        if (value != none && ++m_count[value] == most() && m_value == none) {
            m_value = value;
            m_track.stretches.push_back(
                {.from = change.at, .value = value, .operation = change.operation});
        }
    }

    void close(Moment at)
    {
        if (m_value == none)
            return;
        m_track.stretches.back().until = at;
        m_value = none;
    }

    [[nodiscard]] int most() const { return m_nodes / 2 + 1; }

    const History &m_history;
    int m_nodes;
    MajorityTrack m_track;
    std::map<quint8, quint32> m_present; // the value of the key, by node
    std::map<quint32, int> m_count; // how many nodes have it, by value
    quint32 m_value = none; // the value that has the majority, or none
};

} // namespace

std::vector<MajorityTrack> majorityTracks(
    const Run &run, const Round &round, const std::vector<KeyTrack> &keys)
{
    std::vector<MajorityTrack> tracks;
    for (std::size_t first = 0; first < keys.size();) {
        std::size_t last = first + 1;
        while (last < keys.size() && keys[last].key == keys[first].key)
            ++last;
        const bool isLock = keys[first].role == KeyRole::Lock;
        if (isLock && last - first > 1)
            tracks.push_back(MajorityReader(run.history, run.scenario->nodes)
                                 .read(std::span(keys).subspan(first, last - first), round.end));
        first = last;
    }
    return tracks;
}

} // namespace lockstep
