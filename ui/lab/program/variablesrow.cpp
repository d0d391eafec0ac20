#include "ui/lab/program/variablesrow.h"

#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr qsizetype mostLines = 6; // more would leave too little room for the program

} // namespace

VariablesRow::VariablesRow(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_text(new QLabel(this))
{
    setObjectName(QStringLiteral("variables"));
    const int unit = fontMetrics().height();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(unit / 2, unit / 4, unit / 2, unit / 4);
    layout->addWidget(m_text);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    applyFont();
    connect(theme, &Theme::changed, this, [this] { update(); });
    hide();
}

void VariablesRow::setLines(const QStringList &lines)
{
    if (lines == m_lines)
        return;
    m_lines = lines;
    showLines();
    setVisible(!m_lines.isEmpty());
}

void VariablesRow::showLines()
{
    QStringList shown;
    for (const QString &line : m_lines.mid(0, mostLines))
        shown << m_text->fontMetrics().elidedText(line, Qt::ElideRight, m_text->width());
    if (m_lines.size() > mostLines)
        shown << QStringLiteral("…");
    m_text->setText(shown.join(u'\n'));
    const QString all = m_lines.join(u'\n');
    m_text->setToolTip(shown.join(u'\n') == all ? QString() : all);
    m_text->setAccessibleName(tr("Local variables"));
    m_text->setAccessibleDescription(all);
}

void VariablesRow::applyFont()
{
    m_text->setFont(fixedFont(font()));
}

void VariablesRow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        showLines();
    if (event->type() == QEvent::FontChange)
        applyFont();
    QWidget::changeEvent(event);
}

void VariablesRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showLines();
}

void VariablesRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(0, 0, width(), 1, m_theme->colours().hairline);
}

} // namespace lockstep
