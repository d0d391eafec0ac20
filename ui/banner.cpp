#include "ui/banner.h"

#include "ui/marks.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

namespace lockstep {

Banner::Banner(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_label(new QLabel(this))
    , m_close(new QToolButton(this))
{
    m_label->setTextFormat(Qt::PlainText);
    m_label->setWordWrap(true);
    m_close->setAutoRaise(true);
    m_close->setText(QStringLiteral("✕"));
    m_close->setAccessibleName(tr("Close this message"));
    auto *layout = new QHBoxLayout(this);
    const int unit = fontMetrics().height() / 3;
    layout->setContentsMargins(14, unit, 14, unit);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, [this] {
        m_closedText = m_label->text();
        hide();
    });
    connect(theme, &Theme::changed, this, [this] { update(); });
    hide();
}

void Banner::setText(const QString &text, bool closable)
{
    if (text != m_label->text()) {
        m_label->setText(text);
        setAccessibleName(text);
    }
    m_close->setVisible(closable);
    setVisible(!text.isEmpty() && text != m_closedText);
    if (text.isEmpty())
        m_closedText.clear();
}

QString Banner::text() const
{
    return isHidden() ? QString() : m_label->text();
}

void Banner::paintEvent(QPaintEvent *)
{
    // The accent, not a state's colour: a connection that is lost is no state of a key.
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    painter.fillRect(rect(), blended(colours.accent, colours.panel, 0.12));
    painter.fillRect(0, 0, 4, height(), colours.accent);
    painter.fillRect(0, height() - 1, width(), 1, colours.hairline);
}

} // namespace lockstep
