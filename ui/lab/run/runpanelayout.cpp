// A part of RunPane: the layout, which part is told of what another one does, and the texts that
// stay the same. The verdict is at the top, the picture below it, and the table or the checks at
// the bottom. If there is no round to show, a text takes the place of all but the verdict.

#include "ui/lab/run/runpane.h"

#include "ui/lab/table/operationsmodel.h"
#include "ui/lab/table/operationstable.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/verdict/checkslist.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/text/wording.h"
#include "ui/widgets/barbutton.h"
#include "ui/widgets/quietsplitter.h"
#include "ui/widgets/quiettabs.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QStackedWidget>

namespace lockstep {

RunPane::RunPane(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_header(new VerdictHeader(theme, this))
    , m_rounds(new QWidget(this))
    , m_roundLabel(new QLabel(m_rounds))
    , m_roundCount(new QLabel(m_rounds))
    , m_roundField(new QSpinBox(m_rounds))
    , m_timeline(new Timeline(theme, this))
    , m_tabs(new QuietTabs(theme, this))
    , m_tableRow(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_clients(new BarChoice(theme, this))
    , m_stack(new QStackedWidget(this))
    , m_model(new OperationsModel(this))
    , m_table(new OperationsTable(m_model, theme, this))
    , m_checks(new ChecksList(theme, this))
    , m_below(new QWidget(this))
    , m_split(new QuietSplitter(Qt::Vertical, this))
    , m_empty(new QLabel(this))
{
    layOut();
    connectParts();
    retranslate();
    clear();
}

void RunPane::layOut()
{
    layOutRoundField();
    layOutTablePart();
    layOutTimelineAboveTable();
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

void RunPane::layOutRoundField()
{
    const int unit = fontMetrics().height();
    auto *rounds = new QHBoxLayout(m_rounds);
    rounds->setContentsMargins(unit / 3, 0, 0, 0);
    rounds->setSpacing(unit / 3);
    m_roundField->setAlignment(Qt::AlignRight);
    m_roundCount->setForegroundRole(QPalette::PlaceholderText);
    for (QWidget *widget : {static_cast<QWidget *>(m_roundLabel),
             static_cast<QWidget *>(m_roundField), static_cast<QWidget *>(m_roundCount)})
        rounds->addWidget(widget);
    m_rounds->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_roundField->setKeyboardTracking(false); // typing 950 must not show round 9 first
    m_roundField->setMinimumWidth(fontMetrics().averageCharWidth() * 9);
}

// The row of tabs, clients and round is above the table or the checks.
void RunPane::layOutTablePart()
{
    const int unit = fontMetrics().height();
    m_tabs->addTab({});
    m_tabs->addTab({});
    m_clients->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_clients->setMinimumContentsLength(7);
    m_clients->setMaxVisibleItems(20);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_checks);
    auto *choices = new QHBoxLayout;
    choices->addWidget(m_clients);
    choices->addWidget(m_rounds);
    m_tableRow->setContentsMargins(unit / 4, 0, unit * 3 / 4, 0);
    m_tableRow->addWidget(m_tabs, 1, Qt::AlignBottom);
    m_tableRow->addLayout(choices);
    auto *below = new QVBoxLayout(m_below);
    below->setContentsMargins(0, unit / 4, 0, 0);
    below->setSpacing(0);
    below->addLayout(m_tableRow);
    below->addWidget(m_stack, 1);
}

// Where the choices have no room beside the tabs, they stand below them.
void RunPane::arrangeTableRow()
{
    const QMargins margins = m_tableRow->contentsMargins();
    int needed = margins.left() + m_tabs->sizeHint().width() + margins.right();
    if (!m_clients->isHidden())
        needed += m_tableRow->spacing() + m_clients->minimumSizeHint().width();
    if (!m_rounds->isHidden())
        needed += m_tableRow->spacing() + m_rounds->width();
    m_tableRow->setDirection(needed <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void RunPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrangeTableRow();
}

void RunPane::layOutTimelineAboveTable()
{
    const int leastHeight = fontMetrics().height() * 6;
    m_split->addWidget(m_timeline);
    m_split->addWidget(m_below);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    m_split->setSizes({300, 200});
    m_split->setObjectName(QStringLiteral("runParts"));
    m_timeline->setMinimumHeight(leastHeight);
    m_below->setMinimumHeight(leastHeight);
}

void RunPane::connectParts()
{
    connect(m_roundField, &QSpinBox::valueChanged, this, [this](int number) {
        if (m_run && number - 1 != m_round)
            showRound(nearestKept(number - 1));
    });
    connect(m_tabs, &QTabBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_clients->setVisible(tab == 0 && m_run);
        arrangeTableRow();
    });
    connect(m_clients, &QComboBox::currentIndexChanged, this, [this](int index) {
        const quint32 currentOperation = m_model->operation(m_table->currentIndex().row());
        const bool isAll = index <= 0; // the first entry is “All clients”
        const quint32 client = isAll ? none : quint32(index - 1);
        m_model->setClient(client);
        m_timeline->setShownClients(isAll ? QList<quint32>() : QList<quint32>{client});
        m_table->showRow(m_model->rowOf(currentOperation));
    });
    connect(m_table, &OperationsTable::rowChosen, this,
        [this](int row) { goTo(m_model->operation(row)); });
    connect(m_timeline, &Timeline::cursorMoved, this, &RunPane::onCursorMoved);
    connect(m_timeline, &Timeline::operationHovered, this,
        [this](quint32 operation) { Q_EMIT lineHovered(lineOf(operation)); });
    connect(m_timeline, &Timeline::operationChosen, this, &RunPane::goTo);
    connect(m_timeline, &Timeline::rangeChanged, this, [this](qint64 from, qint64 until) {
        if (m_run && m_index)
            Q_EMIT rangeShown(from - begin(), until - begin());
    });
    const auto showIfViolated = [this](int check) {
        if (m_run && m_run->results.at(std::size_t(check)).first)
            showViolation(check);
    };
    connect(m_checks, &ChecksList::checkChosen, this, showIfViolated);
    connect(m_timeline, &Timeline::violationChosen, this, showIfViolated);
}

void RunPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    if (m_run) {
        m_header->setVerdict(verdictOf(*m_run), m_title);
        m_checks->setRun(m_run);
        m_clients->setItemText(0, tr("All clients"));
        describeRounds();
    }
}

void RunPane::retranslate()
{
    m_roundLabel->setText(tr("Round"));
    m_roundField->setAccessibleName(tr("Round"));
    m_tabs->setTabText(0,
        m_index ? tr("Operations (%1)").arg(wording::number(double(m_index->count())))
                : tr("Operations"));
    m_tabs->setTabText(1, tr("Checks"));
    m_tabs->setAccessibleName(tr("Table"));
    m_clients->setAccessibleName(tr("Client"));
    m_timeline->setAccessibleName(tr("Timeline"));
    m_table->setEmptyText(tr("No operation in this round."));
}

} // namespace lockstep
