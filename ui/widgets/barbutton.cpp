#include "ui/widgets/barbutton.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/marks.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockstep {

namespace {

constexpr QColor recordingRed(
    217, 48, 37); // as on every recorder; the word beside it says the same

// Paints the arrow of what opens something, at the right edge of the area. unit: half the height of
// a line.
void paintOpeningMark(QPainter &painter, const QRectF &area, double unit, const QColor &colour)
{
    const double half = unit * 0.38;
    const QPointF middle(area.right() - half, area.center().y());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({middle + QPointF(-half, -half * 0.6),
        middle + QPointF(half, -half * 0.6), middle + QPointF(0, half * 0.7)}));
}

} // namespace

BarButton::BarButton(const Theme *theme, bool opensSomething, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_opensSomething(opensSomething)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
}

void BarButton::setDot(Dot dot)
{
    m_dot = dot;
    updateGeometry();
    update();
}

void BarButton::setIconName(const QString &name)
{
    m_iconName = name;
    updateGeometry();
    update();
}

void BarButton::setDetail(const QString &detail)
{
    if (detail == m_detail)
        return;
    m_detail = detail;
    updateGeometry();
    update();
}

void BarButton::setShortText(const QString &text)
{
    m_shortText = text;
    update();
}

void BarButton::setBold(bool bold)
{
    m_bold = bold;
    updateGeometry();
}

void BarButton::setElideMode(Qt::TextElideMode mode)
{
    m_elideMode = mode;
    update();
}

void BarButton::setPrimary(bool primary)
{
    m_primary = primary;
    setBold(primary);
    update();
}

QFont BarButton::titleFont() const
{
    QFont title = font();
    if (m_bold)
        title.setWeight(QFont::DemiBold);
    return title;
}

double BarButton::unit() const
{
    return fontMetrics().height() * 0.5;
}

double BarButton::widthWithoutDetail() const
{
    double width = unit() * 2.4 + QFontMetricsF(titleFont()).horizontalAdvance(text());
    if (m_dot != Dot::None || !m_iconName.isEmpty())
        width += unit() * 2;
    if (m_opensSomething)
        width += unit() * 1.6;
    return width;
}

QSize BarButton::sizeHint() const
{
    double width = widthWithoutDetail();
    if (!m_detail.isEmpty())
        width += unit() + fontMetrics().horizontalAdvance(m_detail);
    return {qCeil(width), qRound(fontMetrics().height() * 1.75)};
}

QSize BarButton::minimumSizeHint() const
{
    return {std::min(qRound(unit() * 10), qCeil(widthWithoutDetail())), sizeHint().height()};
}

void BarButton::paintDot(QPainter &painter, const QRectF &area) const
{
    const Colours &colours = m_theme->colours();
    const double side = area.height() * 0.78;
    const QRectF dot(area.left(), area.center().y() - side / 2, side, side);
    // The dot is filled, a ring, or crossed out, so that it can be told without colour.
    painter.setPen(QPen(m_dot == Dot::Live ? colours.holding
            : m_dot == Dot::Waiting        ? colours.waiting
            : m_dot == Dot::Recording      ? recordingRed
                                           : colours.secondary,
        1.6));
    if (m_dot == Dot::Live)
        painter.setBrush(colours.holding);
    else if (m_dot == Dot::Recording)
        painter.setBrush(recordingRed);
    else
        painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(dot.adjusted(0.8, 0.8, -0.8, -0.8));
    if (m_dot == Dot::Down)
        painter.drawLine(dot.bottomLeft(), dot.topRight());
}

void BarButton::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    const bool isFilled = m_primary && isEnabled();
    const QColor ink = isFilled ? (colours.dark ? colours.ground : colours.panel)
        : isEnabled()           ? colours.text
                                : colours.secondary;
    const QColor fill = isFilled
        ? (isDown() || underMouse() ? blended(colours.accent, colours.text, 0.86) : colours.accent)
        : isDown() || isChecked() ? colours.selection
        : underMouse()            ? colours.ground
                                  : colours.panel;
    paintFrame(painter, rect(), fill,
        hasFocus() && isFilled       ? colours.text
            : hasFocus() || isFilled ? colours.accent
                                     : colours.hairline);
    QRectF area = QRectF(rect()).adjusted(unit() * 1.2, 0, -unit() * 1.2, 0);
    const QRectF mark(area.left(), area.center().y() - unit() * 0.75, unit() * 1.5, unit() * 1.5);
    if (m_dot != Dot::None)
        paintDot(painter, mark);
    else if (!m_iconName.isEmpty())
        paintIcon(painter, mark, m_iconName, ink);
    if (m_dot != Dot::None || !m_iconName.isEmpty())
        area.setLeft(area.left() + unit() * 2);
    if (m_opensSomething) {
        paintOpeningMark(painter, area, unit(), colours.secondary);
        area.setRight(area.right() - unit() * 1.6);
    }
    const QFontMetricsF title(titleFont());
    painter.setFont(titleFont());
    painter.setPen(ink);
    const bool isShort =
        !m_shortText.isEmpty() && title.horizontalAdvance(text()) > area.width() + 1;
    const QString shown =
        title.elidedText(isShort ? m_shortText : text(), m_elideMode, area.width() + 1);
    painter.drawText(area, int(Qt::AlignVCenter), shown);
    area.setLeft(area.left() + title.horizontalAdvance(shown) + unit());
    if (m_detail.isEmpty() || area.width() < unit() * 2)
        return;
    painter.setFont(font());
    painter.setPen(colours.secondary);
    painter.drawText(area, int(Qt::AlignVCenter),
        QFontMetricsF(font()).elidedText(m_detail, Qt::ElideRight, area.width() + 1));
}

BarChoice::BarChoice(const Theme *theme, QWidget *parent)
    : QComboBox(parent)
    , m_theme(theme)
{
    setAttribute(Qt::WA_Hover);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize BarChoice::sizeHint() const
{
    return {QComboBox::sizeHint().width(), qRound(fontMetrics().height() * 1.75)};
}

QSize BarChoice::minimumSizeHint() const
{
    return {QComboBox::minimumSizeHint().width(), sizeHint().height()};
}

void BarChoice::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    const double unit = fontMetrics().height() * 0.5;
    QPainter painter(this);
    paintFrame(painter, rect(), underMouse() ? colours.ground : colours.panel,
        hasFocus() ? colours.accent : colours.hairline);
    QRectF area = QRectF(rect()).adjusted(unit * 1.2, 0, -unit * 1.2, 0);
    paintOpeningMark(painter, area, unit, colours.secondary);
    area.setRight(area.right() - unit * 1.6);
    painter.setPen(isEnabled() ? colours.text : colours.secondary);
    painter.drawText(area, int(Qt::AlignVCenter),
        fontMetrics().elidedText(currentText(), Qt::ElideRight, qCeil(area.width())));
}

} // namespace lockstep
