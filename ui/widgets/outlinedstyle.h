#pragma once

#include <QProxyStyle>

class QStyleOptionSlider;

namespace lockstep {

// Fusion in the colours of the palette alone. Fusion derives its outlines from the colour of the
// window, darker: in a dark theme that is black on black, so boxes of checks always, and in a dark
// theme fields, buttons and frames too, get one that can be seen. Scroll bars are narrow and have
// no arrows. A list or a text that has the keyboard focus shows it by its frame. The button that
// clears a field is our own: Qt's is an icon of the desktop or a picture, looked for in all themes
// and read by a plugin before the window is there. Buttons of dialogs have no icons: Qt's own are
// black, which in a dark theme nobody sees.
class OutlinedStyle : public QProxyStyle
{
    Q_OBJECT

public:
    OutlinedStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
        QPainter *painter, const QWidget *widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option,
        SubControl part, const QWidget *widget) const override;
    [[nodiscard]] int pixelMetric(
        PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
        QStyleHintReturn *returned) const override;
    [[nodiscard]] QIcon standardIcon(
        StandardPixmap which, const QStyleOption *option, const QWidget *widget) const override;

private:
    void drawScrollBar(
        const QStyleOptionSlider &bar, QPainter &painter, const QWidget *widget) const;
    [[nodiscard]] QRect scrollBarPart(
        const QStyleOptionSlider &bar, SubControl part, const QWidget *widget) const;
};

} // namespace lockstep
