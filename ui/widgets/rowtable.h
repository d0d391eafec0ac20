#pragma once

#include <QTableView>

namespace lockstep {

class Theme;

// A table without a grid, whose rows have one height and are selected as a whole. If it is empty, a
// text stands in place of the rows. A ring shows the keyboard focus.
class RowTable : public QTableView
{
    Q_OBJECT

public:
    explicit RowTable(const Theme *theme, QWidget *parent = nullptr); // theme must outlive this

    void setEmptyText(const QString &text); // plain text, also the accessible description

protected:
    void paintEvent(QPaintEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;

    const Theme *const m_theme;

private:
    void keepTopRowWhole();
    [[nodiscard]] bool isPaintedOnScreen() const; // within paintEvent()
    [[nodiscard]] int bottomOfLastWholeRow() const; // y in the viewport

    QString m_emptyText;
};

} // namespace lockstep
