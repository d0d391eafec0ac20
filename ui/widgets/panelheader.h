#pragma once

#include "ui/widgets/theme.h"

#include <QWidget>

namespace lockstep {

// The line over a part of a page: what it shows, in bold, and at the right what goes with it. Both
// are plain text and are cut with an ellipsis where there is no room.
class PanelHeader : public QWidget
{
    Q_OBJECT

public:
    explicit PanelHeader(QWidget *parent = nullptr);

    void setColours(const Colours &colours);
    void setTexts(const QString &title, const QString &aside);
    [[nodiscard]] QString title() const { return m_title; }
    // Stands at the right end, after the texts; takes ownership.
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
