// The cursor is a number of steps. Timeline and table are moved to it together. The signals that
// they emit meanwhile are ignored, because otherwise each would move the other again.

#include "ui/lab/step/steppedpane.h"

#include "ui/lab/table/operationstable.h"
#include "ui/lab/table/stepsmodel.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/lab/words/narration.h"
#include "ui/lab/words/stepwords.h"
#include "ui/widgets/quietsplitter.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr Moment oneStep = stepLength;
constexpr int fewest = 5; // columns, so that the first step does not fill the picture
constexpr int leastPicture = 11; // lines of text: the height for keys and some clients
constexpr int leastTable = 4; // lines of text, the header among them
// So many lines of text below the verdict are room for the picture and the sentence below it.
constexpr int enoughForWords = 19;
constexpr int enoughForBoth = 21; // the same with the table
constexpr int mostAtOnce = 60; // columns; of a longer run the part around the cursor is shown

// The height that the label would need for the words at that width. The label is not asked, because
// it would have to get the words, and each text that it gets makes the layouts begin anew.
int heightFor(const QLabel &label, const QString &words, int width)
{
    const QMargins margins = label.contentsMargins();
    const QRect room(0, 0, std::max(1, width - margins.left() - margins.right()), QWIDGETSIZE_MAX);
    return label.fontMetrics().boundingRect(room, Qt::TextWordWrap, words).height() + margins.top()
        + margins.bottom();
}

// Cuts the words with an ellipsis to what the label shows in that height at that width.
QString fittingWords(const QLabel &label, const QString &words, int width, int height)
{
    const auto fits = [&](const QString &text) { return heightFor(label, text, width) <= height; };
    if (fits(words))
        return words;
    qsizetype length = 0; // what fits
    for (qsizetype tooLong = words.size(); length + 1 < tooLong;) {
        const qsizetype middle = (length + tooLong) / 2;
        (fits(words.left(middle).trimmed() + u'…') ? length : tooLong) = middle;
    }
    return words.left(length).trimmed() + u'…';
}

} // namespace

SteppedPane::SteppedPane(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_header(new VerdictHeader(theme, this))
    , m_timeline(new Timeline(theme, this))
    , m_model(new StepsModel(this))
    , m_table(new OperationsTable(m_model, theme, this))
    , m_split(new QuietSplitter(Qt::Vertical, this))
    , m_empty(new QLabel(this))
    , m_words(new QLabel(this))
{
    layOut();
    connectParts();
    retranslate();
    setNothing({}, {}, {});
}

void SteppedPane::layOut()
{
    const int unit = fontMetrics().height();
    auto *picture = new QWidget(this);
    auto *below = new QVBoxLayout(picture);
    below->setContentsMargins(0, 0, 0, 0);
    below->setSpacing(0);
    below->addWidget(m_timeline, 1);
    below->addWidget(m_words);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_words->setContentsMargins(unit * 3 / 4, unit / 4, unit * 3 / 4, unit / 4);
    m_words->setObjectName(QStringLiteral("narration"));
    m_split->addWidget(picture);
    m_split->addWidget(m_table);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 1);
    m_split->setSizes(
        {340, 100}); // room for clients with their commands, and three rows of the table
    m_split->setObjectName(QStringLiteral("stepParts"));
    m_timeline->setMinimumHeight(unit * leastPicture);
    m_table->setMinimumHeight(unit * leastTable);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_split, 1);
    layout->addWidget(m_empty, 1);
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
}

void SteppedPane::connectParts()
{
    connect(
        m_timeline, &Timeline::cursorMoved, this, [this](qint64 at) { choose(int(at / oneStep)); });
    connect(m_table, &OperationsTable::rowChosen, this, [this](int row) { choose(row + 1); });
    connect(m_timeline, &Timeline::headChosen, this,
        [this](quint32 client) { Q_EMIT headChosen(int(client)); });
    const auto lineOf = [this](quint32 operation) {
        const RunPtr run = round();
        return run && operation < run->history.operations.size()
            ? int(run->history.operations[operation].line)
            : 0;
    };
    connect(m_timeline, &Timeline::operationHovered, this,
        [this, lineOf](quint32 operation) { Q_EMIT lineHovered(lineOf(operation)); });
    connect(m_timeline, &Timeline::operationChosen, this,
        [this, lineOf](quint32 operation) { Q_EMIT lineChosen(lineOf(operation)); });
}

void SteppedPane::setNothing(const QString &title, const QString &words, const QString &below)
{
    setRun(nullptr, 0, {});
    m_empty->setText(below);
    m_header->setNothing(title, words);
}

void SteppedPane::setRun(const SteppedRunPtr &run, int step, const QString &title)
{
    m_run = run;
    m_title = title;
    m_step = run ? std::clamp(step, 0, int(run->steps.size())) : 0;
    // Keeps the focus while there is no run. The next widget may be a text field, which would take
    // the keys for stepping as text.
    const QWidget *focus = window()->focusWidget();
    if (!run && m_split->isAncestorOf(focus))
        setFocus();
    m_split->setVisible(run != nullptr);
    if (run && focus == this)
        m_timeline->setFocus();
    m_empty->setVisible(run == nullptr);
    const QScopedValueRollback updating(m_isUpdating, true);
    m_model->setRun(run);
    m_timeline->setRun(round(), 0);
    if (!run)
        return;
    QList<StepColumn> columns;
    for (const StepTaken &each : run->steps) {
        const bool isClients = each.step.kind == TraceStep::Kind::Client;
        const QString name = isClients ? QString() : traceWord(each.step);
        columns.append({name,
            isClients ? QString()
                      : tr("%1: %2", "step; what it does").arg(name, actionWords(*run, each))});
    }
    m_timeline->setStepColumns(columns);
    showRange();
    showStep();
}

void SteppedPane::makeRoom(int steps)
{
    m_room = steps;
    if (m_run)
        showRange();
}

void SteppedPane::showRange()
{
    const int steps = int(m_run->steps.size());
    const int room = std::max({m_alone ? 1 : fewest, m_room, steps});
    m_timeline->makeRoomUntil(oneStep * room + oneStep / 2);
    const int from = std::clamp(m_step - mostAtOnce / 2, 0, std::max(0, room - mostAtOnce));
    m_timeline->showRange(
        oneStep * from, oneStep * std::min(room, from + mostAtOnce) + oneStep / 2);
}

void SteppedPane::takeKeys()
{
    if (m_run)
        m_timeline->setFocus();
    else
        setFocus();
}

void SteppedPane::setStep(int step)
{
    if (!m_run)
        return;
    m_step = std::clamp(step, 0, int(m_run->steps.size()));
    showStep();
}

void SteppedPane::choose(int step)
{
    if (!m_run || m_isUpdating)
        return;
    setStep(step);
    Q_EMIT stepShown(m_step);
}

void SteppedPane::showStep()
{
    const QScopedValueRollback updating(m_isUpdating, true);
    m_timeline->setCursorAt(oneStep * m_step);
    m_table->showRow(m_step - 1);
    showVerdict();
    showWords();
}

void SteppedPane::showWords()
{
    m_narration = narration(*m_run, m_step);
    m_words->setToolTip(QStringLiteral("<p>%1</p>").arg(m_narration.toHtmlEscaped()));
    fitWords();
}

// Always leaves room for two lines, or the picture would move from step to step. A longer sentence
// takes what the picture can spare, and ends with an ellipsis where that is not enough; its tool
// tip has all of it.
void SteppedPane::fitWords()
{
    const QString line = tr("What this step means"); // in the script of the sentences
    const int twoLines = heightFor(*m_words, line + u'\n' + line, QWIDGETSIZE_MAX);
    const int unit = fontMetrics().height();
    const int table = m_table->isHidden() ? 0 : unit * leastTable + m_split->handleWidth();
    const int most = std::max(twoLines, heightBelowVerdict() - unit * leastPicture - table);
    const int height = std::clamp(heightFor(*m_words, m_narration, width()), twoLines, most);
    if (const QString words = fittingWords(*m_words, m_narration, width(), height);
        words != m_words->text())
        m_words->setText(words);
    m_words->setFixedHeight(height);
}

int SteppedPane::heightBelowVerdict() const
{
    return height() - m_header->heightForWidth(width());
}

void SteppedPane::showVerdict()
{
    const SteppedVerdict verdict = verdictOf(*m_run, m_step);
    const QString details =
        m_title.isEmpty() ? verdict.details : m_title + QStringLiteral(" · ") + verdict.details;
    if (verdict.outcome)
        m_header->setVerdict({*verdict.outcome, verdict.sentence, details}, {});
    else
        m_header->setNothing(verdict.sentence, details);
}

void SteppedPane::setDifference(int step)
{
    m_timeline->setDifference(step);
    m_model->setDifference(step);
}

void SteppedPane::setTableShown(bool shown)
{
    m_isTableWanted = shown;
    showParts();
}

void SteppedPane::showAlone(std::optional<Part> part)
{
    m_alone = part;
    showParts();
    if (m_run && int(m_run->steps.size()) < fewest)
        showRange();
}

// Where there is not enough room for all parts, the table goes first, because the picture says more
// than a few rows, and then the sentence, because the lanes say more than it does.
void SteppedPane::showParts()
{
    const auto isRoomFor = [this](int lines) {
        return heightBelowVerdict() >= fontMetrics().height() * lines;
    };
    m_timeline->parentWidget()->setVisible(m_alone != Part::Table);
    m_words->setVisible(m_alone || isRoomFor(enoughForWords));
    m_table->setVisible(
        m_alone ? *m_alone == Part::Table : m_isTableWanted && isRoomFor(enoughForBoth));
    fitWords();
}

// A part has another size hint: the verdict may take more lines now.
bool SteppedPane::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        showParts();
    return QWidget::event(event);
}

void SteppedPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showParts();
}

void SteppedPane::markLine(int line)
{
    m_timeline->markLine(line);
    m_model->setMarkedLine(line);
}

void SteppedPane::goToLine(int line)
{
    markLine(line);
    const int steps = m_run ? int(m_run->steps.size()) : 0;
    for (int i = 0; i < steps; ++i) {
        const int at = (m_step + i) % steps;
        if (m_run->steps[std::size_t(at)].line == line)
            return choose(at + 1);
    }
}

// These keys move the cursor wherever the focus is in this pane.
void SteppedPane::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Home:
        return choose(0);
    case Qt::Key_End:
        return choose(m_run ? int(m_run->steps.size()) : 0);
    case Qt::Key_Left:
        return choose(m_step - 1);
    case Qt::Key_Right:
        return choose(m_step + 1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void SteppedPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    if (!m_run)
        return;
    showVerdict();
    showWords();
}

void SteppedPane::retranslate()
{
    m_timeline->setAccessibleName(tr("Timeline of the steps"));
    m_table->setAccessibleName(tr("Steps"));
    m_words->setAccessibleName(tr("What this step means"));
    m_table->setEmptyText(tr("No step has been taken yet."));
}

} // namespace lockstep
