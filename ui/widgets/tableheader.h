#pragma once

#include <QHeaderView>

namespace lockstep {

class Theme;

// A flat table header with secondary text, a hairline below, and a small triangle in the sorted
// column.
class TableHeader : public QHeaderView
{
    Q_OBJECT

public:
    explicit TableHeader(const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void paintSection(QPainter *painter, const QRect &area, int section) const override;
    QSize sectionSizeFromContents(int section) const override;

private:
    const Theme *m_theme;
};

} // namespace lockstep
