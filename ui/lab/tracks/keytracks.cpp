// Sorts the changes of a round by key, and decides which keys share a lane. The role of a key, see
// KeyRoles, decides how it is drawn.
//
// A key for each window or each user makes more lanes than anybody looks at, and hides those that
// the scenario is about. Their lines share a lane and a scale while each is still to be seen; of
// more, and of locks, it is only counted how many there are.

#include "ui/lab/tracks/keytracks.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace lockstep {

namespace {

// The index of the first name or pattern of the scenario that matches the key.
qsizetype placeOf(const QByteArray &key, const QList<QByteArray> &keys)
{
    const auto found = std::find_if(keys.begin(), keys.end(), [&key](const QByteArray &name) {
        const qsizetype star = name.indexOf('*');
        return star < 0 ? name == key : key.startsWith(name.first(star));
    });
    return found - keys.begin();
}

class KeySpanReader
{
public:
    KeySpanReader(KeyTrack &track, const History &history)
        : m_track(track)
        , m_history(history)
    {
    }

    void read(std::size_t place)
    {
        const KeyChange &change = m_history.changes[m_track.changes[place]];
        if (!change.exists) {
            close(change, change.operation == none ? endByItself(change) : KeySpan::End::Deleted);
            return;
        }
        if (change.deadline != never) {
            m_track.hasTtl = true;
            m_track.longest = std::max(m_track.longest, m_history.timeLeft(change, change.at));
        }
        if (m_open && m_last.value != change.value)
            close(change, KeySpan::End::Replaced);
        if (!m_open)
            m_track.keySpans.push_back({.from = change.at, .firstChange = place});
        m_open = true;
        m_last = change;
        m_track.keySpans.back().lastChange = place;
    }

    void finish(Moment end)
    {
        if (m_open)
            m_track.keySpans.back().until = end;
        for (const KeySpan &keySpan : m_track.keySpans)
            m_track.held.add(keySpan.from, keySpan.until, quint8(LaneSpan::State::Holding));
    }

private:
    [[nodiscard]] KeySpan::End endByItself(const KeyChange &gone) const
    {
        using Loss = LaneSpan::Loss;
        const Loss loss = m_open ? lossByItself(m_history, m_last, gone) : Loss::Expired;
        return loss == Loss::Lost ? KeySpan::End::Lost
            : loss == Loss::Gone  ? KeySpan::End::Gone
                                  : KeySpan::End::Expired;
    }

    void close(const KeyChange &change, KeySpan::End end)
    {
        if (!m_open)
            return;
        KeySpan &keySpan = m_track.keySpans.back();
        keySpan.until = change.at;
        keySpan.end = end;
        keySpan.endedBy = change.operation;
        m_open = false;
    }

    KeyTrack &m_track;
    const History &m_history;
    KeyChange m_last; // the latest change, while m_open
    bool m_open = false;
};

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// The value that a step line has after the change. one: the number that stands for one token.
double numberOf(const KeyTrack &track, const KeyChange &change, const History &history, double one)
{
    switch (track.role) {
    case KeyRole::Counter:
        return change.exists && change.isNumber ? double(change.number) : nothing;
    case KeyRole::Members:
        return double(change.exists ? change.number : 0);
    case KeyRole::Tokens:
        if (!change.exists)
            return track.limit ? track.limit->value : nothing;
        return change.isString ? tokensIn(history.texts[change.value]).value_or(nothing) / one
                               : nothing;
    default:
        return nothing;
    }
}

void finish(KeyTrack &track, const Run &run, const Round &round, const KeyPurpose *purpose)
{
    const History &history = run.history;
    const QByteArray name = history.texts[track.key].toByteArray();
    double one = 1;
    if (purpose && track.role == KeyRole::Tokens) {
        one = double(purpose->one.in(run.options.settings));
        if (const qint64 full = purpose->full.in(run.options.settings); full > 0)
            track.limit = Limit{double(full), false, purpose->full.parameter, false};
    }
    track.hasTtl = std::any_of(run.results.begin(), run.results.end(), [&](const auto &result) {
        return result.check.kind == Check::Kind::TtlPresent && result.check.name == name;
    });
    KeySpanReader keySpans(track, history);
    for (std::size_t i = 0; i < track.changes.size(); ++i) {
        const KeyChange &change = history.changes[track.changes[i]];
        track.changedAt.push_back(change.at);
        if (track.hasNumber())
            track.values.add(change.at, numberOf(track, change, history, one));
        keySpans.read(i);
    }
    keySpans.finish(round.end);
}

constexpr std::size_t foldedFrom = 4; // this many keys of one pattern share a lane
constexpr std::size_t mostOneByOne = 64; // if more keys share a lane, they are only counted

bool isPattern(const Run &run, qsizetype place)
{
    return place < run.scenario->keys.size() && run.scenario->keys[place].contains('*');
}

qsizetype alikeIn(const Run &run, std::span<const KeyTrack> keys)
{
    QByteArray alike = run.history.texts[keys.front().key].toByteArray();
    for (const KeyTrack &each : keys) {
        const QByteArrayView name = run.history.texts[each.key];
        while (!name.startsWith(alike))
            alike.chop(1);
    }
    return alike.size();
}

void countPresent(StepCurve &present, const Run &run, std::span<const KeyTrack> keys)
{
    std::vector<std::pair<Moment, int>> edges;
    for (const KeyTrack &each : keys) {
        bool exists = false;
        for (const quint32 number : each.changes) {
            const KeyChange &change = run.history.changes[number];
            if (change.exists != exists)
                edges.emplace_back(change.at, change.exists ? 1 : -1);
            exists = change.exists;
        }
    }
    std::stable_sort(
        edges.begin(), edges.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    double count = 0;
    for (const auto &[at, by] : edges) {
        count += by;
        present.add(at, count);
    }
}

KeyFold foldOf(const Run &run, const QByteArray &pattern, const std::vector<KeyTrack> &keys,
    std::size_t first, std::size_t count)
{
    KeyFold fold{.pattern = pattern, .first = first, .count = count};
    const auto folded = std::span(keys).subspan(first, count);
    fold.alike = alikeIn(run, folded);
    const bool areCounters = std::all_of(
        folded.begin(), folded.end(), [](const KeyTrack &track) { return track.hasNumber(); });
    if (!areCounters || count > mostOneByOne) {
        countPresent(fold.present, run, folded);
        return fold;
    }
    for (const KeyTrack &each : folded) {
        const StepCurve::Bounds bounds = each.values.bounds(0, each.values.size());
        fold.bounds.low = std::min(fold.bounds.low, bounds.low);
        fold.bounds.high = std::max(fold.bounds.high, bounds.high);
    }
    return fold;
}

} // namespace

std::vector<KeyTrack> keyTracks(
    const Run &run, const Round &round, quint32 lastChange, const KeyRoles &roles)
{
    const History &history = run.history;
    std::vector<KeyTrack> tracks;
    std::map<std::pair<quint32, quint8>, std::size_t> places;
    for (quint32 number = round.firstChange; number < lastChange; ++number) {
        const KeyChange &change = history.changes[number];
        const auto [place, isNew] = places.try_emplace({change.key, change.node}, tracks.size());
        if (isNew)
            tracks.push_back({.key = change.key, .node = change.node});
        tracks[place->second].changes.push_back(number);
    }
    const auto isNamed = [&](const QByteArray &name) {
        return std::any_of(run.results.begin(), run.results.end(),
            [&](const CheckResult &result) { return result.check.name == name; });
    };
    const auto nameOf = [&](const KeyTrack &track) {
        return history.texts[track.key].toByteArray();
    };
    // What keys are sorted by: whether no check names the key, the place in the scenario, and for
    // keys without a pattern the order of their first change.
    std::map<quint32, std::tuple<bool, qsizetype, std::size_t>> orderOf;
    for (KeyTrack &track : tracks) {
        const QByteArray name = nameOf(track);
        track.role = roles.of(name);
        finish(track, run, round, purposeOf(*run.scenario, name));
        const qsizetype place = placeOf(name, run.scenario->keys);
        orderOf.try_emplace(
            track.key, !isNamed(name), place, isPattern(run, place) ? 0 : orderOf.size());
    }
    std::stable_sort(tracks.begin(), tracks.end(), [&](const KeyTrack &a, const KeyTrack &b) {
        return std::tuple(orderOf.at(a.key), a.node) < std::tuple(orderOf.at(b.key), b.node);
    });
    return tracks;
}

std::vector<KeyFold> keyFolds(const Run &run, const std::vector<KeyTrack> &keys)
{
    std::vector<KeyFold> folds;
    const auto placeOfTrack = [&run](const KeyTrack &track) {
        return placeOf(run.history.texts[track.key].toByteArray(), run.scenario->keys);
    };
    for (std::size_t first = 0; first < keys.size();) {
        const qsizetype place = placeOfTrack(keys[first]);
        std::size_t last = first + 1;
        while (last < keys.size() && keys[last].node == keys[first].node
            && placeOfTrack(keys[last]) == place)
            ++last;
        if (isPattern(run, place) && last - first >= foldedFrom)
            folds.push_back(foldOf(run, run.scenario->keys[place], keys, first, last - first));
        first = last;
    }
    return folds;
}

} // namespace lockstep
