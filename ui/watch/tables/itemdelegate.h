#pragma once

#include "ui/watch/rows/itemgroup.h"
#include "ui/watch/rows/itemmodel.h"
#include "ui/watch/tables/laidouttexts.h"
#include "ui/widgets/marks.h"

#include <QStyledItemDelegate>

namespace lockstep {

// Paints the cells of an ItemModel directly from its items, without roles, variants or the style,
// and lays out text only for visible cells. Derived classes decide what the cells of a family look
// like.
class ItemDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    ItemDelegate(const ItemModel *model, const Theme *theme, QObject *parent);

    // Sets the font and takes over the colours of the theme; to be called when either changes.
    void setFont(const QFont &font);

    [[nodiscard]] int rowHeight() const;
    // The width that a column usually needs, and the one below which it is useless; both with
    // padding.
    [[nodiscard]] virtual int columnWidth(int column) const = 0;
    [[nodiscard]] virtual int leastWidth(int column) const = 0;
    // The width that shows the cell of the item whole; in the first column only the key.
    [[nodiscard]] int contentsWidth(const Item &item, int column) const;
    [[nodiscard]] int besideKeyWidth(const Item &item) const;
    // The part of besideKeyWidth() for the word that says that the item may be something else; 0 if
    // it is certain.
    [[nodiscard]] int guessWidth(const Item &item) const;
    // The width that shows enough of a long key to tell it from others.
    [[nodiscard]] int readableKeyWidth() const;
    // The area in a cell of the first column where a click folds or unfolds the group.
    [[nodiscard]] QRect foldMark(const QRect &cell) const;
    // Whether the text of the column has another meaning if it is cut; such a column gets its width
    // first.
    [[nodiscard]] virtual bool staysWhole(int column) const { return m_model->isNumeric(column); }
    // The least width of a column whose figures are written shorter before they are cut; 0 if there
    // are no such figures.
    [[nodiscard]] virtual int shortestFigures(int) const { return 0; }
    // The width at which a bar beside the figures is visible; 0 if there is no bar.
    [[nodiscard]] virtual int widthWithBar(int) const { return 0; }
    // Whether the column is a bar or a curve, which can be read at the least width, too.
    [[nodiscard]] virtual bool isGraphic(int column) const = 0;
    // Describes what a cell that shows a time looks like now: if it is equal to the last one, the
    // cell is not repainted. width: of the cell.
    [[nodiscard]] virtual QString timeLook(const Item &item, int column, int width) const;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
        const QModelIndex &index) override;
    // The tool tip of a cell with that area, as rich text: the whole text if it is cut there, and
    // what the model adds.
    [[nodiscard]] QString toolTip(const QModelIndex &index, const QRect &area) const;

protected:
    // A cell to paint; the area is without padding.
    struct Cell
    {
        QPainter &painter;
        QRectF area;
        const Item &item;
        int column;
    };
    // Implementations call noteCut() if they leave out a part of the text; so do the functions
    // below.
    virtual void paintCell(const Cell &cell) const = 0;
    // Paints a cell in the row of a group. The default paints only text.
    virtual void paintGroupCell(const Cell &cell, const ItemGroup &group) const;
    void noteCut() const { m_isCut = true; }
    // The width without padding; in the first column only that of the key.
    [[nodiscard]] virtual double cellWidth(const Item &item, int column) const;
    // The text beside the key, shown if there is room for it.
    [[nodiscard]] virtual QString besideKey(const Item &item) const = 0;

    // Paints the key in the fixed-width font and then besideKey() in the secondary colour. Both are
    // cut if necessary.
    void paintKey(const Cell &cell) const;
    void paintLeft(const Cell &cell, const QString &text, const QColor &colour) const;
    // Paints the text of a cell with numbers at its right edge. A part of a number would read as
    // another number, so where there is no room it is the brief text, or nothing but an ellipsis.
    void paintFigures(const Cell &cell) const;
    void paintFigures(const Cell &cell, const QString &text, const QString &brief) const;
    void paintPair(const Cell &cell, const QString &text, const QString &after) const;
    // The first of the patterns, whose %1 is the name, that leaves room for some of the name; the
    // rest of the name is cut.
    [[nodiscard]] QString fittingName(
        const QString &name, const QStringList &patterns, double room) const;
    void paintBadge(
        const Cell &cell, Marks::Glyph glyph, const QString &word, const QColor &colour) const;
    [[nodiscard]] const LaidOutTexts &badgeTexts(Marks::Glyph glyph) const;
    [[nodiscard]] double badgeRoom(Marks::Glyph glyph, const QString &word) const;
    [[nodiscard]] int padded(double width) const;
    [[nodiscard]] QRectF barArea(const QRectF &area) const;

    [[nodiscard]] const ItemModel &model() const { return *m_model; }
    [[nodiscard]] const Marks &marks() const { return m_marks; }
    [[nodiscard]] const Colours &colours() const { return m_marks.colours(); }
    [[nodiscard]] double textWidth(const QString &text) const { return m_texts.width(text); }
    [[nodiscard]] const QFontMetricsF &metrics() const { return m_texts.metrics(); }
    [[nodiscard]] const QFontMetricsF &keyMetrics() const { return m_keys.metrics(); }

private:
    [[nodiscard]] QString wordsBesideKey(const Item &item) const;
    // This includes the space between the key and the text.
    [[nodiscard]] int widthBeside(const QString &text) const;
    // The word that says that an item may be something else; empty if it is certain.
    [[nodiscard]] static QString wordOfGuess(const Item &item);
    void paintShortened(
        const Cell &cell, const QString &name, const QString &beside, int leastOfName) const;
    [[nodiscard]] double markSize() const;
    [[nodiscard]] double keyIndent(const Item &item) const;
    void paintGroupName(const Cell &cell) const;
    void paintKeyMark(QPainter &painter, const QRectF &area, const Item &item) const;
    void paintContents(QPainter &painter, QRectF room, const Item &item, int column) const;
    void paintAfter(const Cell &cell, double used, const QString &after) const;
    // Uses the painter's pen.
    void paintText(
        const Cell &cell, const LaidOutTexts &texts, double x, const QString &text) const;
    // The text, shortened if it does not fit.
    [[nodiscard]] QString fitting(const LaidOutTexts &texts, const QString &text, double room,
        Qt::TextElideMode mode = Qt::ElideRight) const;
    [[nodiscard]] QRectF roomIn(const QRectF &area, int column) const;
    [[nodiscard]] QString wholeText(const Item &item, int column) const;
    [[nodiscard]] bool isCut(const QModelIndex &index, const QRect &area) const;

    const ItemModel *m_model;
    const Theme *m_theme;
    Marks m_marks;
    LaidOutTexts m_texts, m_keys, m_numbers, m_badges, m_alarms; // each has a font of its own
    mutable bool m_isCut = false; // whether text of the last painted cell was left out
    mutable bool m_isPale = false; // whether the row that is painted is
};

} // namespace lockstep
