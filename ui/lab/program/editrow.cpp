#include "ui/lab/program/editrow.h"

#include "ui/widgets/marks.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace lockstep {

EditRow::EditRow(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_text(new QLabel(this))
    , m_first(new QPushButton(this))
    , m_second(new QPushButton(this))
{
    const int unit = fontMetrics().height();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(unit / 2, unit / 4, unit / 2, unit / 4);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_first);
    layout->addWidget(m_second);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(m_first, &QPushButton::clicked, this, &EditRow::firstChosen);
    connect(m_second, &QPushButton::clicked, this, &EditRow::secondChosen);
    connect(theme, &Theme::changed, this, [this] { update(); });
    hide();
}

void EditRow::show(const QString &text, bool isUrgent, const QString &first, const QString &second)
{
    m_text->setText(text);
    setAccessibleName(text);
    m_first->setText(first);
    m_first->setVisible(!first.isEmpty());
    m_second->setText(second);
    m_second->setVisible(!second.isEmpty());
    m_isUrgent = isUrgent;
    update();
    setVisible(true);
}

QString EditRow::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void EditRow::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    const QColor colour = m_isUrgent ? colours.violation : colours.accent;
    if (m_isUrgent)
        painter.fillRect(rect(), blended(colour, colours.panel, 0.12));
    painter.fillRect(0, 0, width(), 1, colours.hairline);
}

} // namespace lockstep
