// Not every step has a row: one whose bound is zero is no choice at all, and of pausing and
// resuming a client only one can come next. The row of a client stays also when it has finished, so
// that the rows keep their places from step to step.

#include "ui/lab/step/steppanel.h"

#include "core/lab/step/tracebounds.h"
#include "ui/lab/step/steprow.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

// Whether the bounds allow such steps at all. Those that no bound limits are always allowed.
bool isAllowed(const SteppedRun &run, Kind kind)
{
    const Bound *const bound = boundOf(kind);
    return !bound || run.options.bounds.*bound->value > 0;
}

bool hasRow(const SteppedRun &run, const StepAhead &ahead)
{
    const bool isOfWhoIsGone =
        ahead.blockedBy == BlockedBy::Finished || ahead.blockedBy == BlockedBy::Crashed;
    switch (ahead.step.kind) {
    case Kind::Client:
        return true;
    case Kind::Resume:
        return ahead.isPossible();
    case Kind::Crash:
    case Kind::LostRequest:
        return isAllowed(run, ahead.step.kind) && !isOfWhoIsGone;
    case Kind::Pause:
        return isAllowed(run, ahead.step.kind) && !isOfWhoIsGone
            && ahead.blockedBy != BlockedBy::Paused;
    case Kind::Time:
    case Kind::Restart:
    case Kind::Failover:
        break;
    }
    return isAllowed(run, ahead.step.kind);
}

} // namespace

StepPanel::StepPanel(const Theme *theme, QWidget *parent)
    : QScrollArea(parent)
    , m_theme(theme)
    , m_content(new QWidget)
    , m_layout(new QVBoxLayout(m_content))
    , m_words(new QLabel)
{
    const int unit = fontMetrics().height();
    m_layout->setContentsMargins(0, unit / 3, 0, unit / 3);
    m_layout->setSpacing(0);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    m_words->setForegroundRole(QPalette::PlaceholderText);
    m_words->setContentsMargins(unit * 3 / 4, 0, unit * 3 / 4, 0);
    m_layout->addWidget(m_words);
    m_layout->addStretch(1);
    m_content->setBackgroundRole(QPalette::Base);
    m_content->setAutoFillBackground(true);
    setWidget(m_content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus); // the rows take the focus
    retranslate();
}

void StepPanel::setRun(const SteppedRunPtr &run, int step, const QString &words)
{
    m_run = run;
    m_step = step;
    m_words->setText(words);
    m_words->setVisible(!words.isEmpty());
    build();
}

void StepPanel::build()
{
    m_rows.clear();
    if (m_run) {
        for (const StepAhead &each : aheadAt(*m_run, m_step)) {
            if (hasRow(*m_run, each))
                m_rows.push_back(each);
        }
    }
    while (m_widgets.size() < m_rows.size()) {
        auto *row = new StepRow(m_theme, m_content);
        const std::size_t place = m_widgets.size();
        m_layout->insertWidget(int(place), row);
        row->installEventFilter(this);
        connect(row, &QAbstractButton::clicked, this, [this, place] {
            const TraceStep step = m_rows[place].step;
            Q_EMIT stepChosen(step);
        });
        m_widgets.push_back(row);
    }
    for (std::size_t i = 0; i < m_widgets.size(); ++i) {
        if (i < m_rows.size())
            m_widgets[i]->setStep(*m_run, m_rows[i]);
        m_widgets[i]->setVisible(i < m_rows.size());
    }
    const bool isThere = m_run && m_chosen < int(m_run->round->history.clients.size());
    chooseClient(isThere ? m_chosen : 0);
    updateGeometry();
}

void StepPanel::chooseClient(int client)
{
    m_chosen = client;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_widgets[i]->setChosen(m_rows[i].step.kind == Kind::Client && m_rows[i].client == client);
}

bool StepPanel::eventFilter(QObject *watched, QEvent *event)
{
    const auto at = std::find(m_widgets.begin(), m_widgets.end(), watched);
    if (at != m_widgets.end()) {
        const auto place = std::size_t(at - m_widgets.begin());
        const int line = place < m_rows.size() ? m_rows[place].line : 0; // the row is being hidden
        if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn)
            Q_EMIT lineHovered(line);
        else if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut)
            Q_EMIT lineHovered(0);
    }
    return QScrollArea::eventFilter(watched, event);
}

QSize StepPanel::sizeHint() const
{
    const int row = qRound(fontMetrics().height() * 1.9);
    const int rows = std::max(2, int(m_rows.size()));
    return {fontMetrics().averageCharWidth() * 40,
        rows * row + fontMetrics().height() + (m_words->isHidden() ? 0 : row)};
}

void StepPanel::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    build();
}

void StepPanel::retranslate()
{
    setAccessibleName(tr("Next steps"));
}

} // namespace lockstep
