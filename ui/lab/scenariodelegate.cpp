// Titles are sentences and a list is narrow: they take more lines rather than an ellipsis. The
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

// Of the longest word with its sign.
double markWidth(const QFont &font)
{
    const QFontMetricsF metrics(small(font));
    double widest = 0;
    for (const auto kind : {Verdict::Kind::Holds, Verdict::Kind::Violated, Verdict::Kind::Possible,
             Verdict::Kind::Undecided, Verdict::Kind::Mistake})
        widest = std::max(widest, metrics.horizontalAdvance(verdictWord(kind)));
    return widest + metrics.ascent() * 1.4;
}

QStringList linesOf(const QString &title, const QFont &font, double width)
{
    constexpr int most = 3;
    QStringList lines;
    QTextLayout layout(title, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << (lines.size() + 1 < most
                ? title.mid(line.textStart(), line.textLength()).trimmed()
                : QFontMetricsF(font).elidedText(
                    title.mid(line.textStart()).trimmed(), Qt::ElideRight, width));
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
    const double room = width - 2 * side(metrics) - markWidth(option.font) - metrics.height() * 0.4;
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
    const auto relation =
        ScenarioListModel::Relation(index.data(ScenarioListModel::RelationRole).toInt());
    QString word = relation == ScenarioListModel::Relation::Mends ? tr("the fix")
        : relation == ScenarioListModel::Relation::IsMendedBy     ? tr("mended")
                                                                  : QString();
    const double size = metrics.ascent() * 0.8;
    const QRectF glyph(area.right() - size, std::round(area.center().y() - size / 2), size, size);
    double right = area.right();
    if (verdict.isValid()) {
        const auto kind = Verdict::Kind(verdict.toInt());
        paintVerdict(painter, glyph, kind, colours);
        right = glyph.left() - size * 0.5;
        if (word.isEmpty())
            word = verdictWord(kind);
    }
    painter.setFont(font);
    painter.setPen(
        relation == ScenarioListModel::Relation::None ? colours.secondary : colours.accent);
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
    const QFont font = option.font;
    const QFontMetricsF plain(font);
    const double margin = side(plain);
    const QRectF area = QRectF(option.rect).adjusted(margin, 0, -margin, 0);
    const double mark = markWidth(font);
    const QStringList lines =
        linesOf(index.data().toString(), font, area.width() - mark - plain.height() * 0.4);
    painter->setFont(font);
    painter->setPen(isChosen ? colours.accent : colours.text);
    double baseline =
        area.center().y() - plain.height() * double(lines.size()) / 2 + plain.ascent();
    for (const QString &line : lines) {
        painter->drawText(QPointF(area.left(), std::round(baseline)), line);
        baseline += plain.height();
    }
    painter->setFont(option.font);
    paintMark(*painter, QRectF(area.right() - mark, area.top(), mark, area.height()), index);
    painter->restore();
}

} // namespace lockstep
