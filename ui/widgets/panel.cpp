#include "ui/widgets/panel.h"

#include "ui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace lockstep {

void paintFrame(QPainter &painter, const QRect &area, const QColor &fill, const QColor &edge)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

Panel::Panel(const Theme *theme, const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_title(new QLabel(title, this))
    , m_note(new QLabel(this))
    , m_layout(new QVBoxLayout(this))
    , m_head(new QHBoxLayout)
{
    m_title->setTextFormat(Qt::PlainText);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    // A long title is cut and does not make the panel wider.
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_head->addWidget(m_title, 1);
    m_head->addWidget(m_note);
    m_layout->addLayout(m_head);
    m_layout->setSpacing(0);
    m_title->setVisible(!title.isEmpty());
    m_note->setVisible(!title.isEmpty());
    setAccessibleName(title);
    applyFont();
    connect(theme, &Theme::changed, this, [this] { update(); });
}

void Panel::setTitle(const QString &title)
{
    if (title == m_title->text())
        return;
    m_title->setText(title);
    setAccessibleName(title);
}

void Panel::setNote(const QString &note)
{
    if (note != m_note->text())
        m_note->setText(note);
}

QString Panel::note() const
{
    return m_note->text();
}

void Panel::setContent(QWidget *content)
{
    if (m_content) {
        m_layout->removeWidget(m_content);
        m_content->deleteLater();
    }
    m_content = content;
    m_layout->addWidget(content, 1);
}

void Panel::setCorner(QWidget *corner)
{
    m_head->addWidget(corner);
    m_head->setSpacing(0);
}

void Panel::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    paintFrame(painter, rect(), colours.panel, colours.hairline);
    if (m_content && m_title->isVisibleTo(this))
        painter.fillRect(1, m_content->y() - 1, width() - 2, 1, colours.hairline);
}

void Panel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && !m_applyingFont)
        applyFont();
}

void Panel::applyFont()
{
    m_applyingFont = true;
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    const int unit = fontMetrics().averageCharWidth();
    m_layout->setContentsMargins(1, m_title->isHidden() ? 2 : 0, 1, unit / 2 + 1);
    const int side = qRound(fontMetrics().height() * 0.75);
    const int high = qRound(fontMetrics().height() * 0.4);
    m_title->setContentsMargins(side, high, 0, high);
    m_note->setContentsMargins(0, high, side, high);
    m_applyingFont = false;
}

} // namespace lockstep
