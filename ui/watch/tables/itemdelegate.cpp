// QStyledItemDelegate::paint() is not used: for each cell it asks the model for a dozen roles,
// wraps each result in a variant and lays out the text through the style. Sixty times a second that
// would take most of the time of the GUI thread.
//
// Only painting a cell shows whether its text is cut, so for a tool tip the cell is painted once
// more, without an output.

#include "ui/watch/tables/itemdelegate.h"

#include "ui/text/wording.h"
#include "ui/watch/rows/lingeringitems.h"
#include "ui/widgets/tablemetrics.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QPixmap>
#include <QScopedValueRollback>
#include <QTextDocument>
#include <QToolTip>

#include <algorithm>

namespace lockstep {

namespace {

constexpr double paleness = 0.5; // opacity of bars and marks in a row whose key has vanished
constexpr int leastReadable = 12; // characters of a group's name that must remain readable
constexpr int leastOfGuess = 8; // the same for the name of an uncertain item
constexpr int leastOfCutName = 4; // the same for a name before a number that stays whole
constexpr int readableKey = 14; // characters, see readableKeyWidth()

// Columns of digits align only if all digits have the same width, so another font is used if not.
QFont tabular(const QFont &font)
{
    const QFontMetricsF metrics(font);
    const double zero = metrics.horizontalAdvance(u'0');
    for (char16_t digit = u'1'; digit <= u'9'; ++digit) {
        if (std::abs(metrics.horizontalAdvance(QChar(digit)) - zero) > 0.01)
            return fixedFont(font);
    }
    return font;
}

double baseline(const QFontMetricsF &metrics, const QRectF &area)
{
    return std::round(area.center().y() + (metrics.ascent() - metrics.descent()) / 2);
}

} // namespace

ItemDelegate::ItemDelegate(const ItemModel *model, const Theme *theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
    , m_theme(theme)
    , m_marks(theme->colours())
    , m_texts(QFont())
    , m_keys(QFont())
    , m_numbers(QFont())
    , m_badges(QFont())
    , m_alarms(QFont())
{
    setFont(QFont());
}

void ItemDelegate::setFont(const QFont &font)
{
    m_marks = Marks(m_theme->colours());
    m_texts = LaidOutTexts(font);
    m_keys = LaidOutTexts(fixedFont(font));
    m_numbers = LaidOutTexts(tabular(font));
    QFont badge = font;
    if (font.pointSizeF() > 0)
        badge.setPointSizeF(font.pointSizeF() * 0.9);
    m_badges = LaidOutTexts(badge);
    badge.setWeight(QFont::DemiBold);
    m_alarms = LaidOutTexts(badge);
}

int ItemDelegate::rowHeight() const
{
    return qRound(std::max(metrics().height(), keyMetrics().height()) * 1.6);
}

QSize ItemDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return {contentsWidth(*m_model->item(index.row()), index.column()), rowHeight()};
}

int ItemDelegate::contentsWidth(const Item &item, int column) const
{
    if (column != 0)
        return padded(cellWidth(item, column));
    const double count = asGroup(item) ? besideKeyWidth(item) : 0;
    return padded(m_keys.width(wording::key(item.key)) + keyIndent(item) + count
        + edgePadding(metrics()) - sidePadding(metrics()));
}

double ItemDelegate::markSize() const
{
    return std::round(metrics().ascent() * 0.8);
}

// Keys of a group's members are indented like the name of the group.
double ItemDelegate::keyIndent(const Item &item) const
{
    const bool isMarked = asGroup(item) || m_model->isPinned(item) || m_model->isBelowGroup(item);
    return isMarked ? markSize() * 1.5 : 0;
}

QRect ItemDelegate::foldMark(const QRect &cell) const
{
    const int width = qRound(edgePadding(metrics()) + markSize() * 1.5);
    return {cell.left(), cell.top(), std::min(width, cell.width()), cell.height()};
}

void ItemDelegate::paintKeyMark(QPainter &painter, const QRectF &area, const Item &item) const
{
    const double size = markSize();
    const QRectF mark(area.left(), std::round(area.center().y() - size / 2), size, size);
    if (const ItemGroup *group = asGroup(item))
        m_marks.glyph(painter, mark,
            group->isUnfolded ? Marks::Glyph::Unfolded : Marks::Glyph::Folded, colours().secondary);
    else if (m_model->isPinned(item))
        m_marks.glyph(painter, mark, Marks::Glyph::Pin, colours().accent);
}

int ItemDelegate::besideKeyWidth(const Item &item) const
{
    return widthBeside(wordsBesideKey(item));
}

int ItemDelegate::guessWidth(const Item &item) const
{
    return asGroup(item) ? 0 : widthBeside(wordOfGuess(item));
}

int ItemDelegate::widthBeside(const QString &text) const
{
    return text.isEmpty() ? 0 : qCeil(metrics().averageCharWidth() + m_texts.width(text));
}

int ItemDelegate::readableKeyWidth() const
{
    return padded(keyMetrics().averageCharWidth() * readableKey + edgePadding(metrics())
        - sidePadding(metrics()));
}

double ItemDelegate::cellWidth(const Item &item, int column) const
{
    const QString text = m_model->text(item, column);
    return std::max(m_texts.width(text), m_numbers.width(text));
}

QString ItemDelegate::timeLook(const Item &item, int column, int) const
{
    return m_model->text(item, column);
}

// Normal states have a lighter font than those that deserve attention.
const LaidOutTexts &ItemDelegate::badgeTexts(Marks::Glyph glyph) const
{
    return glyph == Marks::Glyph::Renewed ? m_badges : m_alarms;
}

double ItemDelegate::badgeRoom(Marks::Glyph glyph, const QString &word) const
{
    const LaidOutTexts &texts = badgeTexts(glyph);
    return Marks::badgeWidth(texts.metrics(), glyph, texts.width(word));
}

int ItemDelegate::padded(double width) const
{
    return qCeil(width + 2 * sidePadding(metrics())) + 1;
}

void ItemDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QRectF area(option.rect);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(area, colours().selection);
    painter->fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1),
        blended(colours().hairline, colours().panel, 0.5));
    const QRectF room = roomIn(area, index.column());
    if (option.state & QStyle::State_HasFocus)
        painter->fillRect(
            QRectF(room.left(), area.bottom() - 2, room.width(), 2), colours().accent);
    const Item &item = *m_model->item(index.row());
    const double opacity = painter->opacity();
    const QScopedValueRollback pale(m_isPale, m_model->unseen() || hasVanished(item));
    if (m_isPale)
        painter->setOpacity(opacity * paleness);
    paintContents(*painter, room, item, index.column());
    painter->setOpacity(opacity);
}

void ItemDelegate::paintContents(QPainter &painter, QRectF room, const Item &item, int column) const
{
    if (column == 0) {
        paintKeyMark(painter, room, item);
        room.setLeft(std::min(room.left() + keyIndent(item), room.right()));
    }
    if (const ItemGroup *group = asGroup(item))
        paintGroupCell({painter, room, item, column}, *group);
    else
        paintCell({painter, room, item, column});
}

void ItemDelegate::paintGroupCell(const Cell &cell, const ItemGroup &) const
{
    const QString text = m_model->text(cell.item, cell.column);
    if (cell.column == 0)
        paintGroupName(cell);
    else if (m_model->isNumeric(cell.column))
        paintFigures(cell);
    else
        paintLeft(cell, text, colours().text);
}

QRectF ItemDelegate::roomIn(const QRectF &area, int column) const
{
    const double right = sidePadding(metrics());
    return area.adjusted(column == 0 ? edgePadding(metrics()) : right, 0, -right, -1);
}

bool ItemDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view,
    const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), toolTip(index, option.rect), view);
    return true;
}

QString ItemDelegate::toolTip(const QModelIndex &index, const QRect &area) const
{
    const Item &item = *m_model->item(index.row());
    QString text = m_model->toolTip(item, index.column());
    const QString whole = wholeText(item, index.column());
    if (!text.contains(whole) && isCut(index, area))
        text = text.isEmpty() ? whole : whole + u'\n' + text;
    return Qt::convertFromPlainText(text); // escapes keys that look like markup
}

QString ItemDelegate::wholeText(const Item &item, int column) const
{
    if (column != 0)
        return m_model->text(item, column);
    return (wording::key(item.key) + u' ' + wordsBesideKey(item)).trimmed();
}

bool ItemDelegate::isCut(const QModelIndex &index, const QRect &area) const
{
    QPixmap nowhere(1, 1);
    QPainter painter(&nowhere);
    m_isCut = false;
    paintContents(
        painter, roomIn(area, index.column()), *m_model->item(index.row()), index.column());
    return m_isCut;
}

QString ItemDelegate::fitting(
    const LaidOutTexts &texts, const QString &text, double room, Qt::TextElideMode mode) const
{
    if (texts.width(text) <= room + 1)
        return text;
    noteCut();
    const QString cut = texts.elided(text, mode, room);
    // A name that was already shortened is cut at its ellipsis.
    const qsizetype first = cut.indexOf(QChar(0x2026));
    return mode == Qt::ElideRight && first >= 0 && first == text.indexOf(QChar(0x2026))
        ? cut.left(first + 1)
        : cut;
}

QString ItemDelegate::fittingName(
    const QString &name, const QStringList &patterns, double room) const
{
    double left = 0;
    const auto leavesSome = [&](const QString &pattern) {
        left = room - m_texts.width(pattern.arg(QString()));
        return left >= metrics().averageCharWidth() * leastOfCutName;
    };
    noteCut();
    const auto pattern = std::find_if(patterns.begin(), patterns.end(), leavesSome);
    return (pattern == patterns.end() ? patterns.last() : *pattern)
        .arg(fitting(m_texts, name, std::max(left, 0.0)));
}

// Numbers and words share the baseline of the normal font, so that they stand on one line; only
// keys have a baseline of their own. The words of a pale row are in the secondary colour, because
// with half the opacity they could hardly be read.
void ItemDelegate::paintText(
    const Cell &cell, const LaidOutTexts &texts, double x, const QString &text) const
{
    const QFontMetricsF &metrics = &texts == &m_keys ? keyMetrics() : this->metrics();
    const double opacity = cell.painter.opacity();
    if (m_isPale) {
        cell.painter.setOpacity(opacity / paleness);
        cell.painter.setPen(colours().secondary);
    }
    texts.draw(cell.painter, QPointF(x, baseline(metrics, cell.area)), text);
    cell.painter.setOpacity(opacity);
}

void ItemDelegate::paintKey(const Cell &cell) const
{
    const QString key = wording::key(cell.item.key);
    const double width = m_keys.width(key);
    const QString guess = wordOfGuess(cell.item);
    if (!guess.isEmpty() && width + besideKeyWidth(cell.item) > cell.area.width() + 1) {
        const double room = cell.area.width() - widthBeside(guess);
        const bool hasRoom =
            room >= std::min(width, leastOfGuess * keyMetrics().averageCharWidth());
        return paintShortened(cell, key, hasRoom ? guess : QStringLiteral("?"), leastOfGuess);
    }
    cell.painter.setPen(colours().text);
    paintText(
        cell, m_keys, cell.area.left(), fitting(m_keys, key, cell.area.width(), Qt::ElideMiddle));
    paintAfter(cell, width + metrics().averageCharWidth(), wordsBesideKey(cell.item));
}

QString ItemDelegate::wordsBesideKey(const Item &item) const
{
    if (const ItemGroup *group = asGroup(item))
        return u'×' + wording::number(group->members);
    const QString guess = wordOfGuess(item);
    const QString words = besideKey(item);
    return words.isEmpty() || guess.isEmpty() ? words + guess
                                              : words + QStringLiteral(" · ") + guess;
}

QString ItemDelegate::wordOfGuess(const Item &item)
{
    return item.confidence == Confidence::Possible && item.format->family() != Family::Counter
        ? QCoreApplication::translate("LocksDelegate", "possible")
        : QString();
}

// The number of members is never cut; it is left out if the name would become unreadable.
void ItemDelegate::paintGroupName(const Cell &cell) const
{
    paintShortened(cell, wording::key(cell.item.key), wordsBesideKey(cell.item), leastReadable);
}

// The text beside the name is shown whole, unless it would leave too little of the name.
void ItemDelegate::paintShortened(
    const Cell &cell, const QString &name, const QString &beside, int leastOfName) const
{
    const double room = cell.area.width() - metrics().averageCharWidth() - m_texts.width(beside);
    const bool fits = m_keys.width(name) <= room + 1;
    if (!fits && room < keyMetrics().averageCharWidth() * leastOfName) {
        cell.painter.setPen(colours().text);
        paintText(cell, m_keys, cell.area.left(),
            fitting(m_keys, name, cell.area.width(), Qt::ElideMiddle));
        return noteCut();
    }
    const QString shown = fits ? name : fitting(m_keys, name, room, Qt::ElideMiddle);
    if (beside != wordsBesideKey(cell.item))
        noteCut();
    cell.painter.setPen(colours().text);
    paintText(cell, m_keys, cell.area.left(), shown);
    cell.painter.setPen(colours().secondary);
    paintText(cell, m_texts, cell.area.left() + m_keys.width(shown) + metrics().averageCharWidth(),
        beside);
}

// Paints the text after the main one in the secondary colour, unless only an ellipsis would fit.
void ItemDelegate::paintAfter(const Cell &cell, double used, const QString &after) const
{
    const double room = cell.area.width() - used;
    if (after.isEmpty())
        return;
    if (room + 1 < metrics().averageCharWidth() * 4)
        return noteCut();
    cell.painter.setPen(colours().secondary);
    paintText(cell, m_texts, cell.area.left() + used, fitting(m_texts, after, room));
}

void ItemDelegate::paintLeft(const Cell &cell, const QString &text, const QColor &colour) const
{
    cell.painter.setPen(colour);
    paintText(cell, m_texts, cell.area.left(), fitting(m_texts, text, cell.area.width()));
}

void ItemDelegate::paintFigures(const Cell &cell) const
{
    const QString text = m_model->text(cell.item, cell.column);
    const bool fits = m_numbers.width(text) <= cell.area.width() + 1;
    paintFigures(cell, text, fits ? text : m_model->briefText(cell.item, cell.column));
}

void ItemDelegate::paintFigures(const Cell &cell, const QString &text, const QString &brief) const
{
    const auto fits = [&](const QString &shown) {
        return m_numbers.width(shown) <= cell.area.width() + 1;
    };
    const QString shown = fits(text) ? text : fits(brief) ? brief : QString(QChar(0x2026));
    if (shown != text)
        noteCut();
    cell.painter.setPen(colours().text);
    paintText(cell, m_numbers, cell.area.right() - m_numbers.width(shown), shown);
}

void ItemDelegate::paintPair(const Cell &cell, const QString &text, const QString &after) const
{
    paintLeft(cell, text, colours().text);
    const double gap = text.isEmpty() ? 0 : metrics().averageCharWidth() * 0.7;
    paintAfter(cell, m_texts.width(text) + gap, after);
}

void ItemDelegate::paintBadge(
    const Cell &cell, Marks::Glyph glyph, const QString &word, const QColor &colour) const
{
    const LaidOutTexts &texts = badgeTexts(glyph);
    const double width = badgeRoom(glyph, word);
    if (width > cell.area.width())
        noteCut();
    const Marks::BadgeWord place = m_marks.badgeFrame(cell.painter, cell.area, texts.metrics(),
        glyph, width, m_isPale ? colours().secondary : colour);
    const QString shown =
        texts.width(word) <= place.room + 1 ? word : texts.elided(word, Qt::ElideRight, place.room);
    const double opacity = cell.painter.opacity();
    cell.painter.setOpacity(m_isPale ? opacity / paleness : opacity);
    texts.draw(cell.painter, place.baseline, shown);
    cell.painter.setOpacity(opacity);
}

QRectF ItemDelegate::barArea(const QRectF &area) const
{
    const double height = std::round(metrics().height() * 0.85);
    return {area.left(), std::round(area.center().y() - height / 2), area.width(), height};
}

} // namespace lockstep
