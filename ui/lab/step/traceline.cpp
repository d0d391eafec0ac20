#include "ui/lab/step/traceline.h"

#include "ui/lab/words/tracewords.h"
#include "ui/widgets/tablemetrics.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

namespace lockstep {

TraceLine::TraceLine(QWidget *parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_refusal(new QLabel(this))
    , m_field(new QLineEdit(this))
    , m_copy(new QPushButton(this))
    , m_replay(new QPushButton(this))
{
    const int unit = fontMetrics().height();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(unit * 3 / 4, unit / 3, unit * 3 / 4, unit / 3);
    layout->setSpacing(unit / 2);
    m_label->setForegroundRole(QPalette::PlaceholderText);
    m_label->setBuddy(m_field);
    m_field->setFont(fixedFont(font()));
    m_field->installEventFilter(this);
    m_refusal->setObjectName(QStringLiteral("refusal"));
    m_refusal->hide();
    for (QWidget *part : {static_cast<QWidget *>(m_label), static_cast<QWidget *>(m_field),
             static_cast<QWidget *>(m_refusal), static_cast<QWidget *>(m_copy),
             static_cast<QWidget *>(m_replay)})
        layout->addWidget(part);
    layout->setStretch(1, 1);
    connect(m_field, &QLineEdit::textEdited, this, &TraceLine::updateActions);
    connect(m_field, &QLineEdit::textChanged, this, &TraceLine::showRefusal);
    connect(m_field, &QLineEdit::returnPressed, this, &TraceLine::replay);
    connect(m_copy, &QPushButton::clicked, this, &TraceLine::copyRequested);
    connect(m_replay, &QPushButton::clicked, this, &TraceLine::replay);
    retranslate();
    updateActions();
}

void TraceLine::setTrace(const Trace &trace, const Trace &wanted, int refusedFrom)
{
    const QString text = traceText(trace);
    const QString other = traceText(wanted);
    if (text == m_shown && other == m_wanted && refusedFrom == m_refusedFrom)
        return;
    m_shown = text;
    m_wanted = other;
    m_refusedFrom = refusedFrom;
    m_field->setText(other.isEmpty() ? text : other);
    if (refusedFrom > 0) {
        // The text is selected from the end backwards, so that the cursor stands where the trace
        // does not fit.
        const Trace fitting(wanted.begin(), wanted.begin() + refusedFrom - 1);
        m_field->setSelection(int(other.size()), int(traceText(fitting).size() - other.size()));
    }
    showRefusal();
    updateActions();
}

// Marks a trace that was refused, as long as the field has exactly that text.
void TraceLine::showRefusal()
{
    const bool isThere = m_refusedFrom > 0 && m_field->text() == m_wanted;
    m_refusal->setText(isThere ? tr("does not fit from step %1 on").arg(m_refusedFrom) : QString());
    m_refusal->setVisible(isThere);
    m_field->setAccessibleDescription(m_refusal->text());
}

void TraceLine::replay()
{
    const QString text = m_field->text().simplified();
    if (text == m_shown)
        return;
    static const QRegularExpression command(
        QStringLiteral("^(?:\\$\\s+|[^\"']*?:\\s+)?(?=(?:\\S*/)?lockstep\\s)"));
    // A prompt, or what `lab run` writes before the command, may have been copied as well.
    const QString entered = m_field->text().trimmed();
    if (const auto match = command.match(entered); match.hasMatch()) {
        Q_EMIT commandEntered(entered.mid(match.capturedLength()));
        return;
    }
    const auto trace = traceFromText(text);
    if (!trace) {
        Q_EMIT misread([text, error = trace.error()] { return misreadWords(text, error); });
        return;
    }
    Q_EMIT replayRequested(*trace);
}

void TraceLine::updateActions()
{
    m_copy->setEnabled(!m_shown.isEmpty());
    m_replay->setEnabled(m_field->text().simplified() != m_shown);
    giveFieldRoom();
}

// In a narrow row the field gets the room of its label, which its accessible name repeats, and of
// the button that is of less use: another trace can be replayed, the one of the run copied.
void TraceLine::giveFieldRoom()
{
    constexpr int leastTrace = 20; // characters
    const QMargins margins = layout()->contentsMargins();
    int needed = margins.left() + margins.right() + 3 * layout()->spacing()
        + m_field->fontMetrics().averageCharWidth() * leastTrace;
    for (const QWidget *other : {static_cast<QWidget *>(m_label), static_cast<QWidget *>(m_copy),
             static_cast<QWidget *>(m_replay)})
        needed += other->sizeHint().width();
    const bool isNarrow = width() < needed;
    m_label->setVisible(!isNarrow);
    m_replay->setVisible(!isNarrow || m_replay->isEnabled());
    m_copy->setVisible(!isNarrow || !m_replay->isEnabled());
}

void TraceLine::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    giveFieldRoom();
}

bool TraceLine::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape && m_field->text() != m_shown) {
        m_field->setText(m_shown);
        updateActions();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void TraceLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void TraceLine::retranslate()
{
    m_label->setText(tr("Trace"));
    m_field->setAccessibleName(tr("Trace"));
    m_field->setPlaceholderText(tr("A1 B1 T … – paste a trace here"));
    m_field->setToolTip(tr("The steps so far. Write or paste another trace, or a whole command "
                           "“lockstep lab replay …”, and press Return to replay it as a run of its "
                           "own."));
    m_copy->setToolTip(tr("Copies one line that replays this run, here or in a shell: lockstep lab "
                          "replay with the scenario, its values, bounds and assumptions."));
    showRefusal();
    m_copy->setText(tr("Copy command"));
    m_replay->setText(tr("Replay"));
}

} // namespace lockstep
