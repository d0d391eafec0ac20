#pragma once

#include <QProxyStyle>

class QStyleOptionSlider;

namespace lockstep {

// The Fusion style with visible outlines and only the colours of the palette. Fusion makes its
// outlines by darkening the colour of the window, which in a dark theme is black on black. So this
// style draws the boxes of checks itself, and in a dark theme also the outlines of input fields,
// buttons and frames. Scroll bars are narrow and have no arrows. A list or a text shows the
// keyboard focus by its frame. The button that clears a field has an icon of our own, because Qt
// looks for its icon in all themes and loads a plugin for it, which delays the window. Buttons of
// dialogs have no icons, because Qt's are black and invisible in a dark theme. Texts with Chinese
// characters stand on the same line as what is written in a field beside them.
class OutlinedStyle : public QProxyStyle
{
    Q_OBJECT

public:
    OutlinedStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
        QPainter *painter, const QWidget *widget) const override;
    void drawItemText(QPainter *painter, const QRect &area, int flags, const QPalette &palette,
        bool isEnabled, const QString &text, QPalette::ColorRole role) const override;
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
