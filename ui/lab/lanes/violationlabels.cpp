#include "ui/lab/lanes/violationlabels.h"

#include "ui/lab/drawing/lanecontext.h"
#include "ui/lab/drawing/operationwords.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

struct ViolationLabelWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::TimeAxis)
};

double glyphSize(const LaneContext &context)
{
    return context.unit * 0.6;
}

double wordsOffset(const LaneContext &context)
{
    return glyphSize(context) * 1.5;
}

// All labels at their full width, each at the moment of its violation.
std::vector<ViolationLabel> wantedLabels(const LaneContext &context, const QRectF &area)
{
    std::vector<ViolationLabel> labels;
    for (std::size_t i = 0; i < context.tracks.violations.size(); ++i) {
        const ViolationSpan &violation = context.tracks.violations[i];
        const double x = context.time.x(violation.from);
        if (std::max(x, context.time.x(violation.until)) < context.clipLeft
            || x > context.clipRight)
            continue;
        QString words = violationWords(
            context.tracks.run->results[std::size_t(violation.result)], context.tracks.history());
        if (!violation.certain)
            words = ViolationLabelWords::tr("possible: %1").arg(words);
        const double left = std::max(x, context.clipLeft + 2);
        const double width = std::ceil(wordsOffset(context) + context.smallWidth(words));
        labels.push_back({i, {left, area.top(), width, area.height()}, words});
    }
    return labels;
}

// Shortens the labels that are longer than their share of the room, until all of them fit.
void shorten(std::vector<ViolationLabel> &labels, double room)
{
    double left = room;
    auto count = double(labels.size());
    std::vector<ViolationLabel *> byWidth;
    for (ViolationLabel &each : labels)
        byWidth.push_back(&each);
    std::sort(byWidth.begin(), byWidth.end(),
        [](const auto *a, const auto *b) { return a->area.width() < b->area.width(); });
    for (ViolationLabel *each : byWidth) {
        each->area.setWidth(std::min(each->area.width(), std::max(0.0, left / count)));
        left -= each->area.width();
        --count;
    }
}

} // namespace

std::vector<ViolationLabel> violationLabels(const LaneContext &context, const QRectF &area)
{
    std::vector<ViolationLabel> labels = wantedLabels(context, area);
    const double gap = context.unit;
    shorten(labels, context.clipRight - context.clipLeft - 4 - gap * (double(labels.size()) - 1));
    double free = context.clipLeft + 2;
    for (ViolationLabel &each : labels) {
        each.area.moveLeft(std::max(each.area.left(), free));
        free = each.area.right() + gap;
    }
    double limit = context.clipRight - 2;
    for (auto each = labels.rbegin(); each != labels.rend(); ++each) {
        each->area.moveLeft(std::min(each->area.left(), limit - each->area.width()));
        limit = each->area.left() - gap;
    }
    return labels;
}

void paintViolationLabels(const LaneContext &context, const QRectF &area)
{
    const double glyph = glyphSize(context);
    for (const ViolationLabel &label : violationLabels(context, area)) {
        const double middle = label.area.center().y();
        context.marks.glyph(context.painter, {label.area.left(), middle - glyph / 2, glyph, glyph},
            StateMarks::violation, context.colours().violation);
        const double room = label.area.width() - wordsOffset(context);
        context.smallText({label.area.left() + wordsOffset(context), context.baseline(middle)},
            context.smallWidth(label.words) <= room + 1
                ? label.words
                : context.smallMetrics.elidedText(label.words, Qt::ElideRight, room),
            context.colours().violation);
    }
}

} // namespace lockstep
