#include "ui/lab/lanes/lanenames.h"

#include "ui/lab/drawing/operationwords.h"
#include "ui/text/wording.h"
#include "ui/widgets/theme.h"

#include <algorithm>

namespace lockstep {

using Kind = TimelineLane::Kind;

QString LaneNames::roleWord(KeyRole role)
{
    switch (role) {
    case KeyRole::Lock:
        return tr("server");
    case KeyRole::Counter:
        return tr("counter");
    case KeyRole::Members:
        return tr("members");
    case KeyRole::Tokens:
        return tr("tokens");
    case KeyRole::Flag:
        return tr("flag");
    case KeyRole::Data:
        break;
    }
    return tr("data");
}

bool LaneNames::isAboutHolding() const
{
    const Run &run = *m_tracks.run;
    const auto isLock = [](const KeyTrack &track) { return track.role == KeyRole::Lock; };
    const auto isOfHolders = [](const Check &check) {
        return check.kind == Check::Kind::HoldersAtMost;
    };
    return !run.marked.entered.empty()
        || std::any_of(m_tracks.keys.begin(), m_tracks.keys.end(), isLock)
        || std::any_of(run.scenario->checks.begin(), run.scenario->checks.end(), isOfHolders);
}

LaneNames::Texts LaneNames::textsOf(const TimelineLane &lane) const
{
    const History &history = m_tracks.history();
    switch (lane.kind) {
    case Kind::Key: {
        const KeyTrack &track = m_tracks.keys[lane.index];
        const bool many = m_tracks.run->scenario->nodes > 1;
        return {plainText(history, track.key),
            many ? tr("server %1").arg(track.node) : roleWord(track.role)};
    }
    case Kind::Fold: {
        const KeyFold &fold = m_tracks.folds[lane.index];
        return {wording::key(fold.pattern),
            fold.isDrawnOneByOne() ? tr("%n keys", nullptr, int(fold.count)) : tr("keys there")};
    }
    case Kind::Majority:
        return {plainText(history, m_tracks.majorities[lane.index].key), tr("majority")};
    case Kind::Replica:
        return {plainText(history, m_tracks.replicas[lane.index].key), tr("replica")};
    case Kind::Channel:
        return {plainText(history, m_tracks.channels[lane.index].channel), tr("channel")};
    case Kind::Client: {
        const Participant &client = history.clients[lane.index];
        const bool roles = m_tracks.run->scenario->roles.size() > 1;
        const QString note = isAboutHolding() ? tr("believes") : tr("client");
        return {wording::key(client.name, 24), roles ? wording::key(client.role, 24) : note};
    }
    case Kind::Limiter:
        return {wording::key(m_tracks.limiters[lane.index].name), tr("limit")};
    case Kind::Events:
        return {plainText(history, m_tracks.events[lane.index].name), tr("event")};
    case Kind::Count:
        return {wording::key(m_tracks.counts[lane.index].name), tr("count")};
    case Kind::Throughput:
        return {tr("speed"), tr("commands")};
    }
    return {};
}

bool LaneNames::isNoteBeside(const TimelineLane &lane) const
{
    const bool isOfNode = lane.kind == Kind::Key && m_tracks.run->scenario->nodes > 1;
    const bool isThin =
        lane.kind == Kind::Majority || lane.kind == Kind::Replica || lane.kind == Kind::Channel;
    return (isOfNode || isThin) && !hasTwoRows(lane);
}

double LaneNames::width(const std::vector<TimelineLane> &lanes, double picture) const
{
    constexpr double mostOfAll = 0.2; // the most of the picture's width that names may take

    double widest = 3 * m_unit;
    std::size_t looked = 0;
    for (const TimelineLane &lane : lanes) {
        if (lane.kind == Kind::Client && ++looked > 300)
            continue;
        const Texts texts = textsOf(lane);
        const double name = m_fonts.bold.of(texts.name);
        const double note = m_fonts.small.of(texts.note);
        widest =
            std::max(widest, isNoteBeside(lane) ? name + noteGap() + note : std::max(name, note));
    }
    return std::min(widest, std::max(9 * m_unit, mostOfAll * picture)) + 1.2 * m_unit;
}

double LaneNames::roomUntil(double right) const
{
    return right - m_unit * 0.3 - leftMargin() - m_unit * 0.25;
}

const TextLayoutCache &LaneNames::nameFont(const TimelineLane &lane) const
{
    return lane.height < m_unit * 1.3 ? m_fonts.smallBold : m_fonts.bold;
}

bool LaneNames::hasTwoRows(const TimelineLane &lane) const
{
    return lane.height >= m_unit * 2;
}

QString LaneNames::cutWords(const TimelineLane &lane, double right) const
{
    const auto [name, note] = textsOf(lane);
    const double room = roomUntil(right);
    const double noteWidth = m_fonts.small.of(note);
    const double besides = isNoteBeside(lane) ? noteWidth + noteGap() : 0;
    const bool isNoteCut = hasTwoRows(lane) && noteWidth > room;
    if (nameFont(lane).of(name) <= room - besides && !isNoteCut)
        return {};
    return note.isEmpty() ? name : tr("%1 (%2)", "lane: its name; what it shows").arg(name, note);
}

void LaneNames::paint(QPainter &painter, const TimelineLane &lane, double top, double right,
    const Colours &colours) const
{
    const double left = leftMargin();
    double room = roomUntil(right);
    const auto [name, note] = textsOf(lane);
    const TextLayoutCache &small = m_fonts.small;
    const bool twoRows = hasTwoRows(lane);
    const TextLayoutCache &bold = nameFont(lane);
    const double rows = bold.metrics.height() + (twoRows ? small.metrics.height() : 0);
    double y = top + (lane.height - rows) / 2 + bold.metrics.ascent();
    if (isNoteBeside(lane)) {
        const double wide = small.of(note);
        painter.setPen(colours.secondary);
        small.draw(painter, {left + room - wide, y}, note);
        room -= wide + noteGap();
    }
    painter.setPen(colours.text);
    bold.draw(painter, {left, y},
        bold.of(name) <= room ? name : bold.metrics.elidedText(name, Qt::ElideMiddle, room));
    if (!twoRows)
        return;
    y += bold.metrics.descent() + small.metrics.ascent();
    painter.setPen(colours.secondary);
    small.draw(painter, {left, y},
        small.of(note) <= room ? note : small.metrics.elidedText(note, Qt::ElideRight, room));
}

} // namespace lockstep
