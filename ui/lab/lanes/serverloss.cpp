// Part of lanes.h. Where a server is lost in the middle of a round.

#include "ui/lab/lanes/lanes.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct ServerLossWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ServerLoss)
};

} // namespace

void paintServerLoss(const LaneContext &c, quint32 node, const QRectF &lane)
{
    const History &history = c.tracks.history();
    if (history.orderKind == OrderKind::Stepped)
        return; // it has a column of its own
    for (const Incident &each : history.incidents) {
        const bool isFailover = each.kind == Incident::Kind::Failover;
        if ((!isFailover && each.kind != Incident::Kind::Restart) || each.client != node
            || each.at < c.tracks.round.begin || each.at > c.tracks.round.end)
            continue;
        const double x = std::round(c.time.x(each.at));
        if (x < c.clipLeft || x > c.clipRight)
            continue;
        c.painter.setRenderHint(QPainter::Antialiasing, false);
        c.painter.setPen(QPen(c.colours().text, 1, Qt::DashLine));
        c.painter.drawLine(QPointF(x, lane.top() + 1), QPointF(x, lane.bottom() - 1));
        const QString words = isFailover ? ServerLossWords::tr("replica takes over")
                                         : ServerLossWords::tr("restarted, empty");
        const double gap = c.unit * 0.35;
        const double width = c.smallWidth(words);
        const bool fits = x + gap + width < c.clipRight;
        c.chip({fits ? x + gap : x - gap - width, lane.top() + c.smallMetrics.ascent() + 2}, words,
            c.colours().text);
    }
}

} // namespace lockstep
