// What a limiter admits is whatever its check names; what it turns away is a count or an event
// called "refused" (or "<name> refused"), because a check has no name for it.

#include "ui/lab/tracks/marktracks.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr Moment perMillisecond = 1'000'000;
constexpr qint64 mostAtOnce = 10'000; // ticks for a single count(), whatever its amount

bool isRefusal(QByteArrayView name)
{
    return name.endsWith("refused") || name.endsWith("rejected");
}

void findWorstWindow(LimiterTrack &track)
{
    std::vector<Moment> inside;
    for (std::size_t i = 0; i < track.moments.size(); ++i) {
        if (track.admitted[i])
            inside.push_back(track.moments[i]);
    }
    std::size_t first = 0;
    for (std::size_t last = 0; last < inside.size(); ++last) {
        while (inside[last] - inside[first] >= track.window)
            ++first;
        if (int(last - first) + 1 > track.worst) {
            track.worst = int(last - first) + 1;
            track.worstFrom = inside[first];
        }
    }
}

LimiterTrack limiterOf(const Run &run, const Check &check)
{
    LimiterTrack track;
    track.name = check.name;
    track.limit = check.amount.in(run.options.settings);
    if (run.history.orderKind != OrderKind::Stepped)
        track.window = check.window.in(run.options.settings) * perMillisecond;
    return track;
}

bool mustBeInOrder(const Run &run, const QByteArray &name)
{
    return std::any_of(run.results.begin(), run.results.end(), [&name](const auto &result) {
        const Check &check = result.check;
        return check.kind == Check::Kind::InOrder && (check.name == name || check.other == name);
    });
}

class MarkReader
{
public:
    MarkReader(const Run &run, const Round &round, quint32 lastMark, MarkTracks &tracks)
        : m_run(run)
        , m_begin(round.begin)
        , m_tracks(tracks)
    {
        using Kind = Check::Kind;
        for (const CheckResult &result : run.results) {
            const Check &check = result.check;
            if (check.kind == Kind::AdmittedAtMost)
                tracks.limiters.push_back(limiterOf(run, check));
            // A count that a check speaks of is there even if nothing was counted.
            if (check.kind == Kind::CountAtMost || check.kind == Kind::CountAtLeast)
                countNamed(check.name);
        }
        const auto &marks = run.history.marks;
        for (const LimiterTrack &track : tracks.limiters) {
            const quint32 name = run.history.texts.find(track.name);
            m_byEvents.push_back(std::any_of(marks.begin() + round.firstMark,
                marks.begin() + lastMark, [name](const MarkRecord &mark) {
                    return mark.name == name && mark.kind == MarkRecord::Kind::Event;
                }));
        }
    }

    void read(quint32 number)
    {
        using Kind = MarkRecord::Kind;
        const MarkRecord &mark = m_run.history.marks[number];
        if (mark.kind != Kind::Count && mark.kind != Kind::Event)
            return;
        if (toLimiter(mark, number))
            return;
        if (mark.kind == Kind::Count)
            count(mark);
        else
            event(mark, number);
    }

private:
    bool toLimiter(const MarkRecord &mark, quint32 number)
    {
        const QByteArrayView name = m_run.history.texts[mark.name];
        for (std::size_t i = 0; i < m_tracks.limiters.size(); ++i) {
            LimiterTrack &track = m_tracks.limiters[i];
            const bool isAdmitted = name == track.name;
            if (!isAdmitted && !isRefusal(name))
                continue;
            // A limiter may mark each admission as an event and count it as well. Then only the
            // events are taken, so that no admission is shown twice.
            const bool isCount = mark.kind == MarkRecord::Kind::Count;
            if (!isAdmitted || isCount != m_byEvents[i])
                add(track, mark, number, isAdmitted, isCount);
            return true;
        }
        return false;
    }

    static void add(
        LimiterTrack &track, const MarkRecord &mark, quint32 number, bool isAdmitted, bool isCount)
    {
        const auto times = std::size_t(isCount ? std::clamp<qint64>(mark.value, 0, mostAtOnce) : 1);
        track.marks.insert(track.marks.end(), times, number);
        track.moments.insert(track.moments.end(), times, mark.at);
        track.admitted.insert(track.admitted.end(), times, isAdmitted);
    }

    void count(const MarkRecord &mark)
    {
        const auto known = m_counts.find(mark.name);
        const std::size_t place = known != m_counts.end()
            ? known->second
            : countNamed(m_run.history.texts[mark.name].toByteArray());
        m_counts.emplace(mark.name, place);
        StepCurve &values = m_tracks.counts[place].values;
        values.add(mark.at, values.value(values.size() - 1) + double(mark.value));
    }

    std::size_t countNamed(const QByteArray &name)
    {
        auto &counts = m_tracks.counts;
        const auto known = std::find_if(counts.begin(), counts.end(),
            [&name](const CountTrack &track) { return track.name == name; });
        if (known != counts.end())
            return std::size_t(known - counts.begin());
        counts.push_back({.name = name});
        counts.back().values.add(m_begin, 0);
        return counts.size() - 1;
    }

    void event(const MarkRecord &mark, quint32 number)
    {
        const auto [place, isNew] = m_events.try_emplace(mark.name, m_tracks.events.size());
        if (isNew) {
            m_tracks.events.push_back({.name = mark.name});
            const QByteArray name = m_run.history.texts[mark.name].toByteArray();
            m_inOrder.push_back(mustBeInOrder(m_run, name));
            m_highest.push_back(mark.value);
        }
        EventTrack &track = m_tracks.events[place->second];
        qint64 &highest = m_highest[place->second];
        track.marks.push_back(number);
        track.moments.push_back(mark.at);
        track.goesBack.push_back(m_inOrder[place->second] && mark.value < highest);
        highest = std::max(highest, mark.value);
    }

    const Run &m_run;
    Moment m_begin;
    MarkTracks &m_tracks;
    std::map<quint32, std::size_t> m_counts, m_events; // indexes in m_tracks, by name
    std::vector<bool>
        m_byEvents; // for each limiter: whether events, not counts, are its admissions
    std::vector<bool> m_inOrder; // for each event: whether a check demands order
    std::vector<qint64> m_highest;
};

} // namespace

MarkTracks markTracks(const Run &run, const Round &round, quint32 lastMark)
{
    MarkTracks tracks;
    MarkReader reader(run, round, lastMark, tracks);
    for (quint32 number = round.firstMark; number < lastMark; ++number)
        reader.read(number);
    for (LimiterTrack &track : tracks.limiters) {
        if (track.window > 0)
            findWorstWindow(track);
    }
    return tracks;
}

} // namespace lockstep
