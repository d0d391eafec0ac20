#pragma once

#include "ui/watch/rows/itemgroup.h"
#include "ui/watch/rows/itemmodel.h"
#include "ui/watch/tables/laidouttexts.h"
#include "ui/widgets/marks.h"

#include <QStyledItemDelegate>

namespace lockstep {

// Paints the cells of an ItemModel straight from its items: no roles, no variants, no style in
// between, and text only for what is visible. What a cell looks like is up to the family's own
// delegate.
class ItemDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    ItemDelegate(const ItemModel *model, const Theme *theme, QObject *parent);

    // The look follows the view's font and the theme; call it when either changes.
    void setFont(const QFont &font);

    [[nodiscard]] int rowHeight() const;
    // The width that a column usually needs, and the one below which it says nothing; padded.
    [[nodiscard]] virtual int columnWidth(int column) const = 0;
    [[nodiscard]] virtual int leastWidth(int column) const = 0;
    // The width at which that item's cell is shown whole; in the first column the key alone.
    [[nodiscard]] int contentsWidth(const Item &item, int column) const;
    [[nodiscard]] int besideKeyWidth(const Item &item) const;
    // The part of it for the word which says that the item may be something else; 0: it is certain.
    [[nodiscard]] int guessWidth(const Item &item) const;
    // The width for as much of a long key as tells it from others.
    [[nodiscard]] int readableKeyWidth() const;
    // Where in a cell of the first column a click folds and unfolds the group.
    [[nodiscard]] QRect foldMark(const QRect &cell) const;
    // Whether the column would say something else if it were cut; it gets its room first.
    [[nodiscard]] virtual bool staysWhole(int column) const { return m_model->isNumeric(column); }
    // The least width of a column whose figures are written shorter before they are cut; 0: it has
    // none.
    [[nodiscard]] virtual int shortestFigures(int) const { return 0; }
    // The width at which a bar beside figures can be seen; 0: there is none.
    [[nodiscard]] virtual int widthWithBar(int) const { return 0; }
    // Whether the column is a bar or a curve, which can be read at the least width, too.
    [[nodiscard]] virtual bool isGraphic(int column) const = 0;
    // What a cell that tells a time shows of it now: two equal looks need no repainting in between.
    // width: of the cell.
    [[nodiscard]] virtual QString timeLook(const Item &item, int column, int width) const;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
        const QModelIndex &index) override;
    // The tool tip of a cell with that area, as rich text: all that it says, if it is cut there,
    // and what the model adds.
    [[nodiscard]] QString toolTip(const QModelIndex &index, const QRect &area) const;

protected:
    // One cell: its area without padding.
    struct Cell
    {
        QPainter &painter;
        QRectF area;
        const Item &item;
        int column;
    };
    // It has to call noteCut() if it leaves out something of the cell's text; so do those below.
    virtual void paintCell(const Cell &cell) const = 0;
    // Paints a cell in the row of a group: as text, unless a family's delegate does more.
    virtual void paintGroupCell(const Cell &cell, const ItemGroup &group) const;
    void noteCut() const { m_isCut = true; }
    // The width without padding; in the first column that of the key.
    [[nodiscard]] virtual double cellWidth(const Item &item, int column) const;
    // What is written beside the key where there is room for it.
    [[nodiscard]] virtual QString besideKey(const Item &item) const = 0;

    // Paints the key in the fixed-width face, with besideKey() after it in the secondary colour;
    // both are cut where there is too little room.
    void paintKey(const Cell &cell) const;
    void paintLeft(const Cell &cell, const QString &text, const QColor &colour) const;
    void paintRight(const Cell &cell, const QString &text, const QColor &colour) const;
    void paintPair(const Cell &cell, const QString &text, const QString &after) const;
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
    [[nodiscard]] int widthBeside(const QString &text) const; // of a key, with the space before it
    // The word which says that an item may be something else; empty: it is certain.
    [[nodiscard]] static QString wordOfGuess(const Item &item);
    void paintShortened(
        const Cell &cell, const QString &name, const QString &beside, int leastOfName) const;
    [[nodiscard]] double markSize() const;
    [[nodiscard]] double keyIndent(const Item &item) const;
    void paintGroupName(const Cell &cell) const;
    void paintKeyMark(QPainter &painter, const QRectF &area, const Item &item) const;
    void paintContents(QPainter &painter, QRectF room, const Item &item, int column) const;
    void paintAfter(const Cell &cell, double used, const QString &after) const;
    // In the painter's pen.
    void paintText(
        const Cell &cell, const LaidOutTexts &texts, double x, const QString &text) const;
    // The text, or as much of it as there is room for.
    [[nodiscard]] QString fitting(const LaidOutTexts &texts, const QString &text, double room,
        Qt::TextElideMode mode = Qt::ElideRight) const;
    [[nodiscard]] QRectF roomIn(const QRectF &area, int column) const;
    [[nodiscard]] QString wholeText(const Item &item, int column) const;
    [[nodiscard]] bool isCut(const QModelIndex &index, const QRect &area) const;

    const ItemModel *m_model;
    const Theme *m_theme;
    Marks m_marks;
    LaidOutTexts m_texts, m_keys, m_numbers, m_badges, m_alarms; // each in a font of its own
    mutable bool m_isCut = false; // something of the cell that was painted last was left out
};

} // namespace lockstep
