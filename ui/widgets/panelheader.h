#pragma once

#include "ui/widgets/theme.h"

#include <QWidget>

namespace lockstep {

// The line over a part of a page: a bold title, and a remark at the right. Both are plain text and
// are shortened with an ellipsis if necessary.
class PanelHeader : public QWidget
{
    Q_OBJECT

public:
    explicit PanelHeader(QWidget *parent = nullptr);

    void setColours(const Colours &colours);
    void setTexts(const QString &title, const QString &aside);
    [[nodiscard]] QString title() const { return m_title; }
    // Puts a widget at the right end, behind the texts, and takes ownership of it.
    void setCorner(QWidget *corner);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    void placeCorner();

    Colours m_colours;
    QString m_title;
    QString m_aside;
    QWidget *m_corner = nullptr;
};

} // namespace lockstep
