#pragma once

#include <QStyledItemDelegate>

namespace lockstep {

class Theme;

// Paints a row of the list: a heading, or the title of a scenario on up to three lines, with the
// sign and the word of its last verdict at the right.
class ScenarioDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    // theme must outlive this.
    ScenarioDelegate(const Theme *theme, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintHeading(
        QPainter &painter, const QStyleOptionViewItem &option, const QString &words) const;
    void paintTitle(
        QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintMark(QPainter &painter, const QRectF &area, const QModelIndex &index) const;

    const Theme *m_theme;
};

} // namespace lockstep
