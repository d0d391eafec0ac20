#include "ui/widgets/banner.h"

#include "ui/widgets/marks.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace lockstep {

Banner::Banner(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_label(new QLabel(this))
    , m_action(new QPushButton(this))
    , m_close(new QToolButton(this))
{
    m_label->setTextFormat(Qt::PlainText);
    m_label->setWordWrap(true);
    m_close->setAutoRaise(true);
    m_close->setText(QStringLiteral("✕"));
    retranslate();
    auto *layout = new QHBoxLayout(this);
    const int unit = fontMetrics().height() / 3;
    layout->setContentsMargins(14, unit, 14, unit);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    m_action->hide();
    connect(m_action, &QPushButton::clicked, this, &Banner::actionTriggered);
    connect(m_close, &QToolButton::clicked, this, [this] {
        m_closedText = m_label->text();
        m_saying = nullptr; // it may hold a whole run
        hide();
        Q_EMIT closed();
    });
    connect(theme, &Theme::changed, this, [this] { update(); });
    hide();
}

void Banner::setText(const QString &text, bool closable, Tone tone)
{
    if (std::exchange(m_tone, tone) != tone)
        update();
    if (text != m_label->text()) {
        m_label->setText(text);
        setAccessibleName(text);
    }
    m_saying = nullptr;
    m_close->setVisible(closable);
    setVisible(!text.isEmpty() && text != m_closedText);
    if (text.isEmpty())
        m_closedText.clear();
}

void Banner::setSaying(const Saying &saying, bool closable, Tone tone)
{
    setText(saying ? saying() : QString(), closable, tone);
    m_saying = m_label->text() == m_closedText ? nullptr : saying;
}

void Banner::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    if (!m_saying)
        return;
    const Saying saying = m_saying;
    setSaying(saying, !m_close->isHidden(), m_tone);
}

void Banner::retranslate()
{
    m_close->setAccessibleName(tr("Close this message"));
}

void Banner::setAction(const QString &text)
{
    m_action->setText(text);
    m_action->setVisible(!text.isEmpty());
}

QString Banner::text() const
{
    return isHidden() ? QString() : m_label->text();
}

void Banner::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    const QColor colour = m_tone == Tone::Error ? colours.violation : colours.accent;
    QPainter painter(this);
    painter.fillRect(rect(), blended(colour, colours.panel, 0.12));
    painter.fillRect(0, 0, 4, height(), colour);
    painter.fillRect(0, height() - 1, width(), 1, colours.hairline);
}

} // namespace lockstep
