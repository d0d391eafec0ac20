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

QFont small(QFont font)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.85);
    return font;
}

double side(const QFontMetricsF &metrics)
{
    return metrics.height() * 0.75;
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
        const QFontMetricsF metrics(small(font));
        return word.isEmpty() ? 0
                              : metrics.horizontalAdvance(word) + metrics.height() * 0.5
                + (sign ? metrics.ascent() * 1.2 : 0);
    }

    ScenarioListModel::Relation relation;
    std::optional<CheckOutcome> sign;
    QString word;
};

// The lines of a title. mark: the width that its mark takes on the last line.
QStringList linesOf(const QString &title, const QFont &font, double width, double mark)
{
    constexpr int most = 3;
    QStringList lines;
    QTextLayout layout(title, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        const bool isLast = line.textStart() + line.textLength() >= title.size();
        if (isLast && line.naturalTextWidth() > width - mark)
            line.setLineWidth(width - mark); // pushes its end to a further line
        lines << (lines.size() + 1 < most
                ? title.mid(line.textStart(), line.textLength()).trimmed()
                : QFontMetricsF(font).elidedText(
                    title.mid(line.textStart()).trimmed(), Qt::ElideRight, width - mark));
        if (lines.size() == most)
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
    const QFontMetricsF metrics(option.font);
    if (index.data(ScenarioListModel::IsHeadingRole).toBool())
        return {10, qRound(metrics.height() * (index.row() == 0 ? 1.6 : 2))};
    const auto *view = qobject_cast<const QListView *>(option.widget);
    const int width = view ? view->viewport()->width() : option.rect.width();
    const auto lines = linesOf(index.data().toString(), option.font, width - 2 * side(metrics),
        TitleMark(index).width(option.font))
                           .size();
    return {10, qRound(metrics.height() * (0.55 + double(lines)))};
}

void ScenarioDelegate::paintHeading(
    QPainter &painter, const QStyleOptionViewItem &option, const QString &words) const
{
    QFont font = small(option.font);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(m_theme->colours().secondary);
    const double margin = side(QFontMetricsF(option.font));
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
    const QFont font = small(painter.font());
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

void ScenarioDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Colours &colours = m_theme->colours();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (index.data(ScenarioListModel::IsHeadingRole).toBool()) {
        paintHeading(*painter, option, index.data().toString());
        painter->restore();
        return;
    }
    const bool isChosen = option.state & QStyle::State_Selected;
    if (isChosen)
        painter->fillRect(option.rect, colours.selection);
    if (isChosen && (option.state & QStyle::State_HasFocus)) {
        painter->fillRect(
            QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), colours.accent);
    }
    const QFont font = option.font;
    const QFontMetricsF plain(font);
    const double margin = side(plain);
    const QRectF area = QRectF(option.rect).adjusted(margin, 0, -margin, 0);
    const QStringList lines =
        linesOf(index.data().toString(), font, area.width(), TitleMark(index).width(font));
    painter->setFont(font);
    painter->setPen(isChosen ? colours.accent : colours.text);
    double baseline =
        area.center().y() - plain.height() * double(lines.size()) / 2 + plain.ascent();
    for (const QString &line : lines) {
        painter->drawText(QPointF(area.left(), std::round(baseline)), line);
        baseline += plain.height();
    }
    const double top = baseline - plain.height() - plain.ascent();
    paintMark(*painter, QRectF(area.left(), top, area.width(), plain.height()), index);
    painter->restore();
}

} // namespace lockstep
