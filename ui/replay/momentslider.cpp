// QAbstractSlider counts in int, which milliseconds exceed after 24 days, so its value is only the
// second since the begin, for screen readers; the moment itself is kept beside it.

#include "ui/replay/momentslider.h"

#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 second = 1000; // ms
constexpr qint64 minute = 60 * second;
constexpr double handleRadius = 7;
constexpr double narrowest = 2; // pixels of a time that is unknown, however short

// Stripes from the lower left to the upper right, crisp at every scale.
void paintStripes(QPainter &painter, const QRectF &area, const QColor &colour)
{
    painter.save();
    painter.setClipRect(area);
    painter.setPen(QPen(colour, 1.5));
    for (double x = area.left() - area.height(); x < area.right(); x += 5)
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x + area.height(), area.top()));
    painter.restore();
}

} // namespace

MomentSlider::MomentSlider(const Theme *theme, QWidget *parent)
    : QAbstractSlider(parent)
    , m_theme(theme)
{
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSingleStep(1);
    setPageStep(60);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void MomentSlider::setTimes(const RecordedTimes &times)
{
    m_times = times;
    m_moment = times.from;
    const QSignalBlocker blocker(this);
    setRange(0, int((times.to - times.from) / second));
    update();
}

void MomentSlider::setMoment(qint64 at)
{
    m_moment = std::clamp(at, m_times.from, m_times.to);
    const QSignalBlocker blocker(this);
    setSliderPosition(int((m_moment - m_times.from) / second));
    update();
}

QRectF MomentSlider::groove() const
{
    const double height = 10;
    return {handleRadius, (this->height() - height) / 2, width() - 2 * handleRadius, height};
}

double MomentSlider::xOf(qint64 at) const
{
    const double span = double(std::max<qint64>(1, m_times.to - m_times.from));
    const QRectF area = groove();
    return area.left() + area.width() * (double(at - m_times.from) / span);
}

void MomentSlider::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours &c = m_theme->colours();
    const QRectF area = groove();
    painter.fillRect(area, c.selection);
    painter.fillRect(QRectF(area.topLeft(), QPointF(xOf(m_moment), area.bottom())),
        isEnabled() ? c.accent : c.outside);
    for (const RecordedTimes::Unknown &unknown : m_times.unknown) {
        const double from = xOf(unknown.from);
        const double to = std::max(from + narrowest, xOf(unknown.to));
        const QRectF part(from, area.top(), to - from, area.height());
        painter.fillRect(part, c.ground);
        if (unknown.isRecorded)
            paintStripes(painter, part, c.text);
        else
            painter.fillRect(QRectF(part.left(), part.center().y(), part.width(), 1), c.secondary);
    }
    painter.setPen(QPen(hasFocus() ? c.text : c.panel, 2));
    painter.setBrush(isEnabled() ? c.accent : c.outside);
    painter.drawEllipse(
        QPointF(xOf(m_moment), area.center().y()), handleRadius - 1, handleRadius - 1);
}

void MomentSlider::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        chooseAt(event->position().x());
}

void MomentSlider::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        chooseAt(event->position().x());
}

void MomentSlider::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        return choose(m_moment - second);
    case Qt::Key_Right:
    case Qt::Key_Up:
        return choose(m_moment + second);
    case Qt::Key_PageDown:
        return choose(m_moment - minute);
    case Qt::Key_PageUp:
        return choose(m_moment + minute);
    case Qt::Key_Home:
        return choose(m_times.from);
    case Qt::Key_End:
        return choose(m_times.to);
    default:
        QWidget::keyPressEvent(event);
    }
}

void MomentSlider::choose(qint64 at)
{
    setMoment(at);
    Q_EMIT momentChosen(m_moment);
}

void MomentSlider::chooseAt(double x)
{
    const QRectF area = groove();
    const double share = std::clamp((x - area.left()) / std::max(1.0, area.width()), 0.0, 1.0);
    choose(m_times.from + qint64(share * double(m_times.to - m_times.from)));
}

QSize MomentSlider::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, qRound(handleRadius * 2) + 4};
}

QSize MomentSlider::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 12, sizeHint().height()};
}

} // namespace lockstep
