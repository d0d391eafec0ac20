#include "ui/widgets/outlinedstyle.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/marks.h"

#include <QAbstractScrollArea>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QStyleOption>
#include <QTextLayout>

#include <algorithm>

namespace lockstep {

namespace {

// A cross in the colour of secondary text.
class ClearIcon : public QIconEngine
{
public:
    void paint(QPainter *painter, const QRect &area, QIcon::Mode, QIcon::State) override
    {
        paintIcon(*painter, area, QStringLiteral("clear"),
            QGuiApplication::palette().color(QPalette::PlaceholderText));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, pixmap.rect(), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine *clone() const override { return new ClearIcon(*this); }
};

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

// Whether this style draws an outline over Fusion's in a dark theme.
bool hasOutline(QStyle::PrimitiveElement element)
{
    return element == QStyle::PE_FrameLineEdit || element == QStyle::PE_Frame
        || element == QStyle::PE_PanelButtonCommand;
}

void drawOutline(QPainter &painter, const QRectF &outline, const QColor &colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colour);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(outline, 2, 2);
    painter.restore();
}

QColor outlineColour(const QStyleOption &option)
{
    return blended(option.palette.color(QPalette::PlaceholderText),
        option.palette.color(QPalette::Window), option.state & QStyle::State_Enabled ? 0.6 : 0.3);
}

bool hasChinese(const QString &text)
{
    return std::any_of(text.begin(), text.end(),
        [](QChar character) { return character.script() == QChar::Script_Han; });
}

// How far down, in pixels, the text has to move to stand on the baseline that a line of letters
// with the same centre has; less than 0 is upwards.
double wayToBaselineOfLetters(const QString &text, const QFont &font)
{
    QTextLayout layout(text, font);
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    const QFontMetricsF letters(font);
    return (letters.ascent() - letters.height() / 2) - (line.ascent() - line.height() / 2);
}

// The colour beside the scroll bar.
QColor groundBeside(const QWidget *bar, const QPalette &palette)
{
    const QWidget *container = bar ? bar->parentWidget() : nullptr;
    const auto *area =
        qobject_cast<const QAbstractScrollArea *>(container ? container->parentWidget() : nullptr);
    if (!area)
        return palette.color(QPalette::Base);
    return area->viewport()->palette().color(area->viewport()->backgroundRole());
}

} // namespace

OutlinedStyle::OutlinedStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

// Draws outlines over Fusion's. A widget with the keyboard focus keeps Fusion's, which has the
// accent's colour; but a list or a text has none in Fusion.
void OutlinedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
    QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const QPalette &palette = option->palette;
    const bool hasFocus = option->state & State_HasFocus;
    if (element == PE_Frame && hasFocus) {
        painter->save();
        painter->setPen(palette.color(QPalette::Highlight));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    }
    // A second line, because the default button has one anyway.
    if (element == PE_PanelButtonCommand && hasFocus)
        drawOutline(*painter, QRectF(option->rect).adjusted(1.5, 1.5, -1.5, -1.5),
            palette.color(QPalette::Highlight));
    const bool isBox = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    if (isBox && !(hasFocus && (option->state & State_KeyboardFocusChange))) {
        painter->save();
        painter->setPen(QPen(palette.color(QPalette::PlaceholderText), 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
        painter->restore();
    }
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    const bool isDefault = button && (button->features & QStyleOptionButton::DefaultButton);
    if (hasOutline(element) && isDark(palette) && !hasFocus && !isDefault)
        drawOutline(
            *painter, QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), outlineColour(*option));
}

void OutlinedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
    QPainter *painter, const QWidget *widget) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control == CC_ScrollBar && bar)
        return drawScrollBar(*bar, *painter, widget);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_SpinBox && isDark(option->palette) && !(option->state & State_HasFocus))
        drawOutline(
            *painter, QRectF(option->rect).adjusted(0.5, 1.5, -0.5, -1.5), outlineColour(*option));
}

void OutlinedStyle::drawScrollBar(
    const QStyleOptionSlider &bar, QPainter &painter, const QWidget *widget) const
{
    const QColor ground = groundBeside(widget, bar.palette);
    painter.fillRect(bar.rect, ground);
    if (bar.minimum >= bar.maximum) // nothing to scroll
        return;
    constexpr int margin = 2;
    const QRectF handle =
        scrollBarPart(bar, SC_ScrollBarSlider, widget).adjusted(margin, margin, -margin, -margin);
    const bool isTouched = (bar.activeSubControls & SC_ScrollBarSlider)
        && (bar.state & (State_MouseOver | State_Sunken));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(
        blended(bar.palette.color(QPalette::PlaceholderText), ground, isTouched ? 1 : 0.4));
    const double radius = std::min(handle.width(), handle.height()) / 2;
    painter.drawRoundedRect(handle, radius, radius);
    painter.restore();
}

// There are no arrows, so the groove takes the whole length.
QRect OutlinedStyle::scrollBarPart(
    const QStyleOptionSlider &bar, SubControl part, const QWidget *widget) const
{
    const bool isHorizontal = bar.orientation == Qt::Horizontal;
    const int length = isHorizontal ? bar.rect.width() : bar.rect.height();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    const qint64 wanted =
        range > 0 ? qint64(bar.pageStep) * length / (range + bar.pageStep) : length;
    const int least = std::min(length, pixelMetric(PM_ScrollBarSliderMin, &bar, widget));
    const int slider = std::clamp(int(wanted), least, length);
    const int start = sliderPositionFromValue(
        bar.minimum, bar.maximum, bar.sliderPosition, length - slider, bar.upsideDown);
    const auto from = [&](int begin, int end) {
        const QRect along = isHorizontal ? QRect(begin, 0, end - begin, bar.rect.height())
                                         : QRect(0, begin, bar.rect.width(), end - begin);
        return visualRect(bar.direction, bar.rect, along.translated(bar.rect.topLeft()));
    };
    switch (part) {
    case SC_ScrollBarSlider:
        return from(start, start + slider);
    case SC_ScrollBarSubPage:
        return from(0, start);
    case SC_ScrollBarAddPage:
        return from(start + slider, length);
    case SC_ScrollBarGroove:
        return bar.rect;
    default:
        return {};
    }
}

// Qt centres the height of the line, which grows with the font that has the Chinese characters, so
// that these stand lower than letters.
void OutlinedStyle::drawItemText(QPainter *painter, const QRect &area, int flags,
    const QPalette &palette, bool isEnabled, const QString &text, QPalette::ColorRole role) const
{
    QRect place = area;
    const bool isOneLine = !(flags & Qt::TextWordWrap) && !text.contains(u'\n');
    if (isOneLine && (flags & Qt::AlignVCenter) && hasChinese(text))
        place.translate(0, qRound(wayToBaselineOfLetters(text, painter->font())));
    QProxyStyle::drawItemText(painter, place, flags, palette, isEnabled, text, role);
}

QRect OutlinedStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option,
    SubControl part, const QWidget *widget) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    return control == CC_ScrollBar && bar
        ? scrollBarPart(*bar, part, widget)
        : QProxyStyle::subControlRect(control, option, part, widget);
}

int OutlinedStyle::pixelMetric(
    PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    const int line = widget ? widget->fontMetrics().height() : 16;
    switch (metric) {
    case PM_ScrollBarExtent:
        return line * 2 / 3;
    case PM_ScrollBarSliderMin:
        return line * 3 / 2;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int OutlinedStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
    QStyleHintReturn *returned) const
{
    return hint == SH_DialogButtonBox_ButtonsHaveIcons
        ? 0
        : QProxyStyle::styleHint(hint, option, widget, returned);
}

QIcon OutlinedStyle::standardIcon(
    StandardPixmap which, const QStyleOption *option, const QWidget *widget) const
{
    if (which == SP_LineEditClearButton)
        return QIcon(new ClearIcon);
    return QProxyStyle::standardIcon(which, option, widget);
}

} // namespace lockstep
