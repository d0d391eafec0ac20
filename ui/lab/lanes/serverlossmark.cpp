// Part of lanes.h. Marks in the lane of a key that its server was lost in the middle of a round.

#include "ui/lab/lanes/lanes.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct ServerLossWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ServerLoss)
};

} // namespace

void paintServerLoss(const LaneContext &context, quint32 node, const QRectF &lane)
{
    const History &history = context.tracks.history();
    if (history.orderKind == OrderKind::Stepped)
        return; // in a stepped run the loss is a step with a column of its own
    for (const Incident &each : history.incidents) {
        if (!each.losesServer() || each.client != node || each.at < context.tracks.round.begin
            || each.at > context.tracks.round.end)
            continue;
        const double x = std::round(context.time.x(each.at));
        if (x < context.clipLeft || x > context.clipRight)
            continue;
        context.painter.setRenderHint(QPainter::Antialiasing, false);
        context.painter.setPen(QPen(context.colours().text, 1, Qt::DashLine));
        context.painter.drawLine(QPointF(x, lane.top() + 1), QPointF(x, lane.bottom() - 1));
        const bool isFailover = each.kind == Incident::Kind::Failover;
        const QString words = isFailover ? ServerLossWords::tr("replica takes over")
                                         : ServerLossWords::tr("restarted, empty");
        const double gap = context.unit * 0.35;
        const double width = context.smallWidth(words);
        const bool fits = x + gap + width < context.clipRight;
        context.chip(
            {fits ? x + gap : x - gap - width, lane.top() + context.smallMetrics.ascent() + 2},
            words, context.colours().text);
    }
}

} // namespace lockstep
