#include "ui/lab/step/steprow.h"

#include "ui/lab/words/stepwords.h"
#include "ui/widgets/marks.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace lockstep {

// T, X and P are the environment's keys: a client of that name is stepped with the mouse or from
// its row.
QString keyOf(const SteppedRun &run, const TraceStep &step)
{
    using Kind = TraceStep::Kind;
    switch (step.kind) {
    case Kind::Client: {
        const QString name = stepperName(run, step);
        return step.thread == 0 && name.size() == 1 && !QStringLiteral("TXP").contains(name)
            ? name
            : QString();
    }
    case Kind::Time:
        return QStringLiteral("T");
    case Kind::Crash:
        return QStringLiteral("X");
    case Kind::Pause:
    case Kind::Resume:
        return QStringLiteral("P");
    case Kind::Restart:
    case Kind::Failover:
    case Kind::LostRequest:
        break;
    }
    return {};
}

StepRow::StepRow(const Theme *theme, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void StepRow::setStep(const SteppedRun &run, const StepAhead &ahead)
{
    using Kind = TraceStep::Kind;
    m_letters = stepperName(run, ahead.step);
    m_isCode = ahead.step.kind == Kind::Client;
    m_words = actionWords(run, ahead);
    m_blockedBy = blockedWords(ahead);
    const bool isDone =
        ahead.blockedBy == BlockedBy::Finished || ahead.blockedBy == BlockedBy::Crashed;
    if (m_isCode && isDone)
        m_words.clear();
    QString action = tr("Take it");
    switch (ahead.step.kind) {
    case Kind::Client:
        action = tr("Step %1").arg(m_letters);
        break;
    case Kind::Time:
        action = tr("Let time pass");
        break;
    case Kind::Crash:
        action = tr("Crash");
        break;
    case Kind::Pause:
        action = tr("Pause");
        break;
    case Kind::Resume:
        action = tr("Resume");
        break;
    case Kind::Restart:
    case Kind::Failover:
    case Kind::LostRequest:
        break;
    }
    setText(action);
    setEnabled(ahead.isPossible());
    const QString key = keyOf(run, ahead.step);
    setAccessibleName(!m_isCode ? m_words
            : m_words.isEmpty() ? action
                                : tr("%1, next: %2").arg(action, m_words));
    setAccessibleDescription(m_blockedBy);
    QStringList lines{m_words, m_blockedBy};
    if (ahead.line > 0)
        lines << tr("line %1").arg(ahead.line);
    if (!key.isEmpty() && ahead.isPossible())
        lines << tr("Press %1").arg(key);
    lines.removeAll(QString());
    setToolTip(
        QStringLiteral("<p style='white-space:pre'>%1</p>").arg(lines.join(u'\n').toHtmlEscaped()));
    update();
}

void StepRow::setChosen(bool chosen)
{
    if (chosen == m_isChosen)
        return;
    m_isChosen = chosen;
    update();
}

QSize StepRow::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, qRound(fontMetrics().height() * 1.9)};
}

QSize StepRow::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

QRectF StepRow::buttonArea() const
{
    const double unit = fontMetrics().height();
    const double wide = std::max(fontMetrics().horizontalAdvance(text()) + unit * 1.4, unit * 5.6);
    return {std::round(width() - wide - unit * 0.75), 2, wide, height() - 4.0};
}

void StepRow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return click();
    QAbstractButton::keyPressEvent(event);
}

void StepRow::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    const double unit = fontMetrics().height();
    QPainter painter(this);
    if (m_isChosen)
        painter.fillRect(QRectF(0, 3, 3, height() - 6), colours.accent);
    const QRectF button = buttonArea();
    if (isEnabled()) {
        paintFrame(painter, button.toRect(),
            isDown()           ? colours.selection
                : underMouse() ? colours.ground
                               : colours.panel,
            hasFocus() ? colours.accent : colours.hairline);
        painter.setFont(font());
        painter.setPen(colours.text);
        painter.drawText(button, int(Qt::AlignCenter), text());
    }
    QRectF area(unit * 0.75, 0, (isEnabled() ? button.left() : width()) - unit * 1.25, height());
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    if (!m_letters.isEmpty() && m_isCode) {
        painter.setFont(bold);
        painter.setPen(isEnabled() ? colours.text : colours.secondary);
        painter.drawText(area, int(Qt::AlignVCenter | Qt::AlignLeft), m_letters);
        area.setLeft(area.left()
            + std::max(QFontMetricsF(bold).horizontalAdvance(m_letters), unit * 0.7) + unit * 0.5);
    }
    const QString shown = m_blockedBy.isEmpty() ? m_words
        : m_isCode                              ? m_blockedBy
                   : tr("%1: %2", "step: why it cannot be taken").arg(m_words, m_blockedBy);
    const QFont face = m_isCode && m_blockedBy.isEmpty() ? fixedFont(font()) : font();
    painter.setFont(face);
    painter.setPen(m_blockedBy.isEmpty() && m_isCode ? colours.text : colours.secondary);
    painter.drawText(area, int(Qt::AlignVCenter | Qt::AlignLeft),
        QFontMetricsF(face).elidedText(shown, Qt::ElideRight, area.width()));
}

} // namespace lockstep
