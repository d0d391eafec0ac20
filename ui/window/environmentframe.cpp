#include "ui/window/environmentframe.h"

#include "ui/connect/environmentlook.h"
#include "ui/widgets/marks.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QPainter>

namespace lockstep {

namespace {

// Production must be visible from across the room, by its size and its name, and by its stripes for
// those who do not see its colour.
struct Look
{
    int edge; // in device-independent pixels
    double font, band; // font: times the window's font; band: times the height of a line
    bool isStriped;
};

Look lookOf(Environment environment)
{
    return environment == Environment::Production ? Look{8, 1.7, 1.5, true}
                                                  : Look{3, 0.9, 1.3, false};
}

// Paints slanted stripes, as on barrier tape.
void paintStripes(QPainter &painter, const QRect &area, const QColor &colour)
{
    const int step = area.height();
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (int left = area.left() - step; left < area.right(); left += step) {
        const QPointF foot(left, area.bottom() + 1);
        const QPointF slant(step, -step - 1);
        const QPointF wide(step * 0.5, 0);
        painter.drawPolygon(QPolygonF({foot, foot + slant, foot + slant + wide, foot + wide}));
    }
    painter.restore();
}

} // namespace

EnvironmentFrame::EnvironmentFrame(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("environment"));
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void EnvironmentFrame::setEnvironment(std::optional<Environment> environment)
{
    m_environment = environment;
    applyEnvironment();
}

void EnvironmentFrame::applyEnvironment()
{
    if (m_environment) {
        const Look look = lookOf(*m_environment);
        const int band = qRound(QFontMetrics(bannerFont()).height() * look.band);
        setContentsMargins(look.edge, band, look.edge, look.edge);
        setAccessibleName(environmentBanner(*m_environment));
    } else {
        setContentsMargins(0, 0, 0, 0);
        setAccessibleName({});
    }
    update();
}

QFont EnvironmentFrame::bannerFont() const
{
    const Look look = lookOf(m_environment.value_or(Environment::Development));
    QFont font = this->font();
    font.setWeight(QFont::Bold);
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * look.font);
    if (look.isStriped)
        font.setLetterSpacing(QFont::PercentageSpacing, 125);
    return font;
}

void EnvironmentFrame::paintEvent(QPaintEvent *)
{
    if (!m_environment)
        return;
    const Colours &colours = m_theme->colours();
    const QColor colour = environmentColour(*m_environment, colours.dark);
    const QColor ink = colours.dark ? colours.ground : colours.panel;
    const QRect band(0, 0, width(), contentsMargins().top());
    const QString word = environmentBanner(*m_environment);
    QPainter painter(this);
    painter.fillRect(rect(), colour);
    painter.fillRect(contentsRect(), colours.ground);
    if (lookOf(*m_environment).isStriped) {
        const int half = QFontMetrics(bannerFont()).horizontalAdvance(word) / 2 + band.height();
        const QColor stripe = blended(colour, ink, 0.62);
        const int middle = band.center().x();
        paintStripes(painter, band.adjusted(0, 0, middle - half - band.right(), 0), stripe);
        paintStripes(painter, band.adjusted(middle + half, 0, 0, 0), stripe);
    }
    painter.setFont(bannerFont());
    painter.setPen(ink);
    painter.drawText(band, Qt::AlignCenter, word);
}

void EnvironmentFrame::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        applyEnvironment();
}

} // namespace lockstep
