#include "ui/lab/lanes/violationlabels.h"

#include "ui/lab/drawing/lanecontext.h"
#include "ui/lab/drawing/operationwords.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::TimeAxis)
};

double glyphSize(const LaneContext &c)
{
    return c.unit * 0.6;
}

double wordsOffset(const LaneContext &c)
{
    return glyphSize(c) * 1.5;
}

// In their whole width, at their moments.
std::vector<BreachLabel> wantedLabels(const LaneContext &c, const QRectF &area)
{
    std::vector<BreachLabel> labels;
    for (std::size_t i = 0; i < c.tracks.breaches.size(); ++i) {
        const Breach &breach = c.tracks.breaches[i];
        const double x = c.time.x(breach.from);
        if (std::max(x, c.time.x(breach.until)) < c.clipLeft || x > c.clipRight)
            continue;
        QString words =
            breachWords(c.tracks.run->results[std::size_t(breach.result)], c.tracks.history());
        if (!breach.certain)
            words = Words::tr("possible: %1").arg(words);
        const double left = std::max(x, c.clipLeft + 2);
        const double width = std::ceil(wordsOffset(c) + c.smallWidth(words));
        labels.push_back({i, {left, area.top(), width, area.height()}, words});
    }
    return labels;
}

// Those that are longer than their share give way, as much as all of them need.
void shorten(std::vector<BreachLabel> &labels, double room)
{
    double left = room;
    auto count = double(labels.size());
    std::vector<BreachLabel *> byWidth;
    for (BreachLabel &each : labels)
        byWidth.push_back(&each);
    std::sort(byWidth.begin(), byWidth.end(),
        [](const auto *a, const auto *b) { return a->area.width() < b->area.width(); });
    for (BreachLabel *each : byWidth) {
        each->area.setWidth(std::min(each->area.width(), std::max(0.0, left / count)));
        left -= each->area.width();
        --count;
    }
}

} // namespace

std::vector<BreachLabel> breachLabels(const LaneContext &c, const QRectF &area)
{
    std::vector<BreachLabel> labels = wantedLabels(c, area);
    const double gap = c.unit;
    shorten(labels, c.clipRight - c.clipLeft - 4 - gap * (double(labels.size()) - 1));
    double free = c.clipLeft + 2;
    for (BreachLabel &each : labels) {
        each.area.moveLeft(std::max(each.area.left(), free));
        free = each.area.right() + gap;
    }
    double limit = c.clipRight - 2;
    for (auto each = labels.rbegin(); each != labels.rend(); ++each) {
        each->area.moveLeft(std::min(each->area.left(), limit - each->area.width()));
        limit = each->area.left() - gap;
    }
    return labels;
}

void paintBreachLabels(const LaneContext &c, const QRectF &area)
{
    const double glyph = glyphSize(c);
    for (const BreachLabel &label : breachLabels(c, area)) {
        const double middle = label.area.center().y();
        c.marks.glyph(c.painter, {label.area.left(), middle - glyph / 2, glyph, glyph},
            StateMarks::violation, c.colours().violation);
        const double room = label.area.width() - wordsOffset(c);
        c.smallText({label.area.left() + wordsOffset(c), c.baseline(middle)},
            c.smallWidth(label.words) <= room + 1
                ? label.words
                : c.smallMetrics.elidedText(label.words, Qt::ElideRight, room),
            c.colours().violation);
    }
}

} // namespace lockstep
