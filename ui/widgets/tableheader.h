#pragma once

#include <QHeaderView>

namespace lockstep {

class Theme;

// A flat table header with secondary text, a hairline below, and a small triangle in the sorted
// column. A title that does not fit, or is cut where the table is scrolled sideways, ends with an
// ellipsis, and its tool tip has the whole.
class TableHeader : public QHeaderView
{
    Q_OBJECT

public:
    explicit TableHeader(const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    // The width that a section needs for its title, also while it is hidden.
    [[nodiscard]] int titleWidth(int section) const;

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void paintSection(QPainter *painter, const QRect &area, int section) const override;
    QSize sectionSizeFromContents(int section) const override;

private:
    [[nodiscard]] QRectF titleRoom(const QRect &area, int section) const;
    [[nodiscard]] QString shownTitle(const QRect &area, int section) const;

    const Theme *m_theme;
};

} // namespace lockstep
