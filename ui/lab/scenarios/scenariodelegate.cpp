// Titles are sentences and the list is narrow, so they wrap instead of being cut. Only the last
// line of a title makes room for a mark, and only if there is one. Keeping that room free on every
// line was tried, and wrapped nearly every title for marks that most of them never get.

#include "ui/lab/scenarios/scenariodelegate.h"

#include "ui/lab/scenarios/scenariolistmodel.h"
#include "ui/lab/verdict/verdictglyph.h"
#include "ui/widgets/theme.h"

#include <QListView>
#include <QPainter>
#include <QTextLayout>

#include <cmath>
#include <optional>

namespace lockstep {

namespace {

// Sizes that are chosen for their look, as multiples of the height of a line of a title.
constexpr double sideMargin = 0.75;
constexpr double rowPadding = 0.55; // above and below the title together
constexpr double firstHeadingHeight = 1.6;
constexpr double headingHeight = 2; // with the gap to the rows above it
constexpr double gapBeforeMark = 0.5;

constexpr int mostLines = 3; // of a title

QFont smallerFont(QFont font)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.85);
    return font;
}

double marginOf(const QFont &font)
{
    return QFontMetricsF(font).height() * sideMargin;
}

// The word at the right of a title, with its sign.
struct TitleMark
{
    explicit TitleMark(const QModelIndex &index)
        : relation(ScenarioListModel::Relation(index.data(ScenarioListModel::RelationRole).toInt()))
    {
        const QVariant verdict = index.data(ScenarioListModel::VerdictRole);
        if (verdict.isValid())
            sign = CheckOutcome(verdict.toInt());
        if (relation == ScenarioListModel::Relation::Fixes)
            word = ScenarioDelegate::tr("the fix");
        else if (relation == ScenarioListModel::Relation::IsFixedBy)
            word = ScenarioDelegate::tr("fixed by this");
        else if (sign)
            word = outcomeWord(*sign);
    }

    // The width of the mark with the gap before it; 0 if there is none. font: that of the title.
    [[nodiscard]] double width(const QFont &font) const
    {
        const QFontMetricsF metrics(smallerFont(font));
        return word.isEmpty() ? 0
                              : metrics.horizontalAdvance(word) + metrics.height() * gapBeforeMark
                + (sign ? metrics.ascent() * 1.2 : 0);
    }

    ScenarioListModel::Relation relation;
    std::optional<CheckOutcome> sign;
    QString word;
};

// The lines of a title. mark: the width that its mark takes on the last line.
QStringList linesOf(const QString &title, const QFont &font, double width, double mark)
{
    QStringList lines;
    QTextLayout layout(title, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        const bool isLast = line.textStart() + line.textLength() >= title.size();
        if (isLast && line.naturalTextWidth() > width - mark)
            line.setLineWidth(width - mark); // pushes its end to a further line
        lines << (lines.size() + 1 < mostLines
                ? title.mid(line.textStart(), line.textLength()).trimmed()
                : QFontMetricsF(font).elidedText(
                    title.mid(line.textStart()).trimmed(), Qt::ElideRight, width - mark));
        if (lines.size() == mostLines)
            break;
    }
    layout.endLayout();
    return lines;
}

} // namespace

ScenarioDelegate::ScenarioDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

QSize ScenarioDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    constexpr int leastWidth = 10; // pixels; rows are as wide as the list
    const QFontMetricsF metrics(option.font);
    if (index.data(ScenarioListModel::IsHeadingRole).toBool())
        return {leastWidth,
            qRound(metrics.height() * (index.row() == 0 ? firstHeadingHeight : headingHeight))};
    const auto *view = qobject_cast<const QListView *>(option.widget);
    const int width = view ? view->viewport()->width() : option.rect.width();
    const QStringList lines = linesOf(index.data().toString(), option.font,
        width - 2 * marginOf(option.font), TitleMark(index).width(option.font));
    return {leastWidth, qRound(metrics.height() * (rowPadding + double(lines.size())))};
}

void ScenarioDelegate::paintHeading(
    QPainter &painter, const QStyleOptionViewItem &option, const QString &words) const
{
    QFont font = smallerFont(option.font);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(m_theme->colours().secondary);
    const double margin = marginOf(option.font);
    const QRectF area = QRectF(option.rect).adjusted(margin, 0, -margin, -margin * 0.3);
    painter.drawText(area, int(Qt::AlignLeft | Qt::AlignBottom),
        QFontMetricsF(font).elidedText(words, Qt::ElideRight, area.width()));
}

// area: that of the title's last line.
void ScenarioDelegate::paintMark(
    QPainter &painter, const QRectF &area, const QModelIndex &index) const
{
    const TitleMark mark(index);
    if (mark.word.isEmpty())
        return;
    const Colours &colours = m_theme->colours();
    const QFont font = smallerFont(painter.font());
    const double size = QFontMetricsF(font).ascent() * 0.8;
    double right = area.right();
    if (mark.sign) {
        const QRectF glyph(right - size, std::round(area.center().y() - size / 2), size, size);
        paintVerdict(painter, glyph, *mark.sign, colours);
        right = glyph.left() - size * 0.5;
    }
    painter.setFont(font);
    painter.setPen(
        mark.relation == ScenarioListModel::Relation::None ? colours.secondary : colours.accent);
    painter.drawText(QRectF(area.left(), area.top(), right - area.left(), area.height()),
        int(Qt::AlignRight | Qt::AlignVCenter), mark.word);
}

void ScenarioDelegate::paintTitle(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Colours &colours = m_theme->colours();
    const bool isChosen = option.state & QStyle::State_Selected;
    if (isChosen)
        painter.fillRect(option.rect, colours.selection);
    if (isChosen && (option.state & QStyle::State_HasFocus)) {
        constexpr int barWidth = 3; // pixels
        painter.fillRect(
            QRect(option.rect.left(), option.rect.top(), barWidth, option.rect.height()),
            colours.accent);
    }
    const QFontMetricsF metrics(option.font);
    const double margin = marginOf(option.font);
    const QRectF area = QRectF(option.rect).adjusted(margin, 0, -margin, 0);
    const QStringList lines = linesOf(
        index.data().toString(), option.font, area.width(), TitleMark(index).width(option.font));
    painter.setFont(option.font);
    painter.setPen(isChosen ? colours.accent : colours.text);
    double baseline =
        area.center().y() - metrics.height() * double(lines.size()) / 2 + metrics.ascent();
    for (const QString &line : lines) {
        painter.drawText(QPointF(area.left(), std::round(baseline)), line);
        baseline += metrics.height();
    }
    const double top = baseline - metrics.height() - metrics.ascent();
    paintMark(painter, QRectF(area.left(), top, area.width(), metrics.height()), index);
}

void ScenarioDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (index.data(ScenarioListModel::IsHeadingRole).toBool())
        paintHeading(*painter, option, index.data().toString());
    else
        paintTitle(*painter, option, index);
    painter->restore();
}

} // namespace lockstep
