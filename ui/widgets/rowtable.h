#pragma once

#include <QTableView>

namespace lockstep {

class Theme;

// A table whose rows are selected as a whole and are of one height, without a grid; where there is
// no row, a text stands in its place. With the keyboard focus it has a ring.
class RowTable : public QTableView
{
    Q_OBJECT

public:
    explicit RowTable(const Theme *theme, QWidget *parent = nullptr); // theme: outlives this

    void setEmptyText(const QString &text); // plain; is the accessible description, too

protected:
    void paintEvent(QPaintEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;

    const Theme *const m_theme;

private:
    void keepTopRowWhole();

    QString m_emptyText;
};

} // namespace lockstep
