#include "ui/widgets/outlinedstyle.h"

#include "ui/widgets/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QStyleOption>

namespace lockstep {

namespace {

// In the colour of the present theme's secondary text.
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

} // namespace

OutlinedStyle::OutlinedStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

// Drawn over Fusion's outline. Who has the keyboard focus keeps Fusion's, which is in the accent's
// colour.
void OutlinedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
    QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool isBox = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    const bool isFocused =
        (option->state & State_HasFocus) && (option->state & State_KeyboardFocusChange);
    if (!isBox || isFocused)
        return;
    painter->save();
    painter->setPen(QPen(option->palette.color(QPalette::PlaceholderText), 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
    painter->restore();
}

QIcon OutlinedStyle::standardIcon(
    StandardPixmap which, const QStyleOption *option, const QWidget *widget) const
{
    if (which == SP_LineEditClearButton)
        return QIcon(new ClearIcon);
    return QProxyStyle::standardIcon(which, option, widget);
}

} // namespace lockstep
