#pragma once

#include <QTableView>

namespace lockstep {

class Theme;

// A table without a grid, whose rows have one height and are selected as a whole. If it is empty, a
// text stands in place of the rows. A ring shows the keyboard focus.
//
// Only what the user does may scroll it. The current row is not seen unless it is selected, so that
// while nothing is selected, the keyboard begins at the first row in sight.
class RowTable : public QTableView
{
    Q_OBJECT

public:
    explicit RowTable(const Theme *theme, QWidget *parent = nullptr); // theme must outlive this

    void setEmptyText(const QString &text); // plain text, also the accessible description
    void setModel(QAbstractItemModel *model) override;

protected:
    void focusInEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void paintEvent(QPaintEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;

    const Theme *const m_theme;

private:
    void keepTopRowWhole();
    void beginInSight();
    [[nodiscard]] bool isPaintedOnScreen() const; // within paintEvent()
    [[nodiscard]] int bottomOfLastWholeRow() const; // y in the viewport

    QString m_emptyText;
    bool m_isLosingRows = false; // while the model removes rows
};

// For the delegates of such tables: paints the name that a rule gives a key behind that key, which
// was painted as the text of the cell. The name is cut where there is little room and left out
// where there is none, because the key alone tells which object is meant.
void paintNameBesideKey(QPainter &painter, const QStyleOptionViewItem &cellOfKey,
    const QString &name, const QFont &font, const QColor &colour);

} // namespace lockstep
