#include "ui/watch/summary/summarytile.h"

#include "ui/plot/sparkline.h"
#include "ui/widgets/panel.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace lockstep {

namespace {

// The font, reduced until the text fits, because a figure that is cut has another meaning.
QFont fitting(QFont font, const QString &text, double room)
{
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    if (width > room && font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * room / width);
    else if (width > room)
        font.setPixelSize(int(font.pixelSize() * room / width));
    return font;
}

} // namespace

SummaryTile::SummaryTile(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, [this] { update(); });
}

void SummaryTile::setFigure(const QString &figure, const QString &caption)
{
    if (figure == m_figure && caption == m_caption)
        return;
    m_figure = figure;
    m_caption = caption;
    setAccessibleName(figure + u' ' + caption);
    update();
}

void SummaryTile::setBadge(const Badge &badge)
{
    if (badge == m_badge)
        return;
    m_badge = badge;
    setAccessibleDescription(badge.word);
    const bool isButton = !badge.filter.isEmpty();
    setFocusPolicy(isButton ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(isButton ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void SummaryTile::setSeries(SeriesPtr series, Instant now, std::optional<Instant> unseenSince)
{
    m_series = std::move(series);
    m_now = now;
    m_unseenSince = unseenSince;
    update();
}

void SummaryTile::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        requestFilter();
}

void SummaryTile::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter
        || event->key() == Qt::Key_Space)
        requestFilter();
    else
        QWidget::keyPressEvent(event);
}

void SummaryTile::requestFilter()
{
    if (!m_badge.filter.isEmpty())
        Q_EMIT filterRequested(m_badge.filter);
}

void SummaryTile::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::EnabledChange)
        update();
}

QFont SummaryTile::figureFont() const
{
    QFont large = font();
    if (large.pointSizeF() > 0)
        large.setPointSizeF(large.pointSizeF() * 1.55);
    else
        large.setPixelSize(qRound(large.pixelSize() * 1.55));
    large.setWeight(QFont::DemiBold);
    return large;
}

QFont SummaryTile::captionFont() const
{
    QFont small = font();
    if (small.pointSizeF() > 0)
        small.setPointSizeF(small.pointSizeF() * 0.95);
    return small;
}

QSize SummaryTile::sizeHint() const
{
    const double height =
        QFontMetricsF(figureFont()).height() + QFontMetricsF(captionFont()).height();
    return {fontMetrics().averageCharWidth() * 28, qRound(height * 1.32)};
}

QSize SummaryTile::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 16, sizeHint().height()};
}

void SummaryTile::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    paintFrame(painter, rect(), colours.panel, hasFocus() ? colours.accent : colours.hairline);
    const double side = fontMetrics().averageCharWidth() * 2;
    const QRectF room = QRectF(rect()).adjusted(side, 0, -side, 0);
    const QFont figureFace = fitting(figureFont(), m_figure, room.width());
    const QFontMetricsF large(figureFace);
    const QFontMetricsF small(captionFont());
    const double top = room.center().y() - (large.height() + small.height()) / 2;
    const QString caption = small.elidedText(m_caption, Qt::ElideRight, room.width());

    painter.setPen(isEnabled() ? colours.text : colours.secondary);
    painter.setFont(figureFace);
    painter.drawText(QPointF(room.left(), std::round(top + large.ascent())), m_figure);
    painter.setPen(colours.secondary);
    painter.setFont(captionFont());
    painter.drawText(
        QPointF(room.left(), std::round(top + large.height() + small.ascent())), caption);

    const double left = room.left() + large.horizontalAdvance(m_figure) + side;
    const QRectF beside(left, top, room.right() - left, large.height());
    if (!m_badge.word.isEmpty()) {
        QFont bold = captionFont();
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        const bool hasRoom = Marks::badgeWidth(bold, m_badge.glyph, m_badge.word) <= beside.width();
        Marks(colours).badge(painter, beside, m_badge.glyph, hasRoom ? m_badge.word : m_badge.brief,
            colours.violation, Qt::AlignRight);
    } else if (m_series && beside.width() > side * 3) {
        const double width = std::min(
            {beside.width(), side * 8, room.width() - small.horizontalAdvance(caption) - side / 2});
        const double height = room.height() * 0.5;
        paintSparkline(painter,
            QRectF(room.right() - width, room.center().y() - height / 2, width, height), *m_series,
            m_now, Milliseconds(60'000), isEnabled() ? colours.text : colours.secondary,
            m_unseenSince);
    }
}

} // namespace lockstep
