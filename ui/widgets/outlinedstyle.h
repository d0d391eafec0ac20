#pragma once

#include <QProxyStyle>

namespace lockstep {

// Fusion with an outline around the boxes of checks. Fusion derives its own from the colour of the
// window, darker: in a dark theme that is black on black.
class OutlinedStyle : public QProxyStyle
{
    Q_OBJECT

public:
    OutlinedStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
};

} // namespace lockstep
