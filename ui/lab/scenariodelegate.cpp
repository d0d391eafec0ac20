// Titles are sentences and a list is narrow: they take a second line rather than an ellipsis. The
// room for the verdict is kept free also while there is none, so that a run moves nothing.

#include "ui/lab/scenariodelegate.h"

#include "ui/lab/scenariolistmodel.h"
#include "ui/lab/verdictglyph.h"
#include "ui/theme.h"

#include <QListView>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

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

double markWidth(const QFont &font)
{
    return QFontMetricsF(small(font)).averageCharWidth() * 9
        + QFontMetricsF(font).height() * 0.9;
}

// The lines of a title, at most two.
QStringList linesOf(const QString &title, const QFont &font, double width)
{
    QTextLayout layout(title, font);
    layout.beginLayout();
    QTextLine first = layout.createLine();
    if (first.isValid())
        first.setLineWidth(width);
    layout.endLayout();
    if (!first.isValid() || first.textLength() >= title.size())
        return {title};
    return {title.left(first.textLength()).trimmed(),
        QFontMetricsF(font).elidedText(
            title.mid(first.textLength()).trimmed(), Qt::ElideRight, width)};
}

} // namespace

ScenarioDelegate::ScenarioDelegate(const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{
}

QSize ScenarioDelegate::sizeHint(
    const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QFontMetricsF metrics(option.font);
    if (index.data(ScenarioListModel::IsHeadingRole).toBool())
        return {10, qRound(metrics.height() * (index.row() == 0 ? 1.6 : 2))};
    const auto *view = qobject_cast<const QListView *>(option.widget);
    const int width = view ? view->viewport()->width() : option.rect.width();
    const double room = width - 2 * side(metrics) - markWidth(option.font);
    const auto lines = linesOf(index.data().toString(), option.font, room).size();
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

void ScenarioDelegate::paintMark(
    QPainter &painter, const QRectF &area, const QModelIndex &index) const
{
    const Colours &colours = m_theme->colours();
    const QFont font = small(painter.font());
    const QFontMetricsF metrics(font);
    const QVariant verdict = index.data(ScenarioListModel::VerdictRole);
    const auto relation
        = ScenarioListModel::Relation(index.data(ScenarioListModel::RelationRole).toInt());
    QString word = relation == ScenarioListModel::Relation::Mends ? tr("the fix")
        : relation == ScenarioListModel::Relation::IsMendedBy     ? tr("mended")
                                                                  : QString();
    const double size = metrics.ascent() * 0.8;
    const QRectF glyph(
        area.right() - size, std::round(area.center().y() - size / 2), size, size);
    double right = area.right();
    if (verdict.isValid()) {
        const auto kind = Verdict::Kind(verdict.toInt());
        paintVerdict(painter, glyph, kind, colours);
        right = glyph.left() - size * 0.5;
        if (word.isEmpty())
            word = verdictWord(kind);
    }
    painter.setFont(font);
    painter.setPen(relation == ScenarioListModel::Relation::None ? colours.secondary
                                                                 : colours.accent);
    painter.drawText(QRectF(area.left(), area.top(), right - area.left(), area.height()),
        int(Qt::AlignRight | Qt::AlignVCenter),
        metrics.elidedText(word, Qt::ElideRight, right - area.left()));
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
    QFont font = option.font;
    const QFontMetricsF plain(font);
    const double margin = side(plain);
    const QRectF area = QRectF(option.rect).adjusted(margin, 0, -margin, 0);
    const double mark = markWidth(font);
    const QStringList lines
        = linesOf(index.data().toString(), font, area.width() - mark);
    if (isChosen)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    painter->setPen(isChosen ? colours.accent : colours.text);
    const QFontMetricsF metrics(font);
    double baseline = area.center().y() - plain.height() * double(lines.size()) / 2 + plain.ascent();
    for (const QString &line : lines) {
        painter->drawText(QPointF(area.left(), std::round(baseline)),
            metrics.elidedText(line, Qt::ElideRight, area.width() - mark + plain.height() * 0.6));
        baseline += plain.height();
    }
    painter->setFont(option.font);
    paintMark(*painter,
        QRectF(area.right() - mark + plain.height() * 0.6, area.top(),
            mark - plain.height() * 0.6, area.height()),
        index);
    painter->restore();
}

} // namespace lockstep
