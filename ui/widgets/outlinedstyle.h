#pragma once

#include <QProxyStyle>

namespace lockstep {

// Fusion with an outline around the boxes of checks. Fusion derives its own from the colour of the
// window, darker: in a dark theme that is black on black. And with a button of our own that clears
// a field: Qt's is an icon of the desktop or a picture, looked for in all themes and read by a
// plugin before the window is there.
class OutlinedStyle : public QProxyStyle
{
    Q_OBJECT

public:
    OutlinedStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    [[nodiscard]] QIcon standardIcon(
        StandardPixmap which, const QStyleOption *option, const QWidget *widget) const override;
};

} // namespace lockstep
