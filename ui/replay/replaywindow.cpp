#include "ui/replay/replaywindow.h"

#include "ui/plot/historycanvas.h"
#include "ui/plot/historyplot.h"
#include "ui/replay/replaybar.h"
#include "ui/text/wording.h"
#include "ui/watch/alerts/alertspanel.h"
#include "ui/watch/details/detailsdialog.h"
#include "ui/watch/journal/journalmodel.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace lockstep {

ReplayWindow::ReplayWindow(const QString &file, const Theme *theme, QWidget *parent)
    : QWidget(parent, Qt::Window)
    , m_file(file)
    , m_stack(new QStackedWidget(this))
    , m_checking(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_title(new QLabel(this))
    , m_filter(new QLineEdit(this))
    , m_trouble(new Banner(theme, this))
    , m_notice(new Banner(theme, this))
    , m_page(new WatchPage(theme, this))
    , m_plot(new HistoryPlot(theme))
    , m_journal(new JournalView(theme))
    , m_bar(new ReplayBar(theme, this))
{
    m_page->setRecorded();
    m_page->setPlot(m_plot);
    m_plot->setRecorded({}, {});
    m_page->setJournal(m_journal);
    m_journal->setRecorded();
    layOut();
    connectParts();
    connectPlot();
    const auto applyLook = [this, theme] { styleSearchField(m_filter, theme->colours()); };
    connect(theme, &Theme::changed, m_filter, applyLook);
    applyLook();
    retranslate();
    setMinimumSize(WatchPage::smallestWindow);
    resize(1280, 800);
}

void ReplayWindow::layOut()
{
    for (QLabel *label : {m_checking, m_title})
        label->setTextFormat(Qt::PlainText);
    m_trouble->setObjectName(QStringLiteral("trouble"));
    m_notice->setObjectName(QStringLiteral("notice"));
    m_progress->setRange(0, 0); // how long the check takes is not known
    m_progress->setMaximumWidth(fontMetrics().averageCharWidth() * 50);
    m_checking->setAlignment(Qt::AlignCenter);
    auto *checking = new QWidget(this);
    auto *checkingLayout = new QVBoxLayout(checking);
    checkingLayout->addStretch();
    checkingLayout->addWidget(m_checking);
    checkingLayout->addWidget(m_progress, 0, Qt::AlignHCenter);
    checkingLayout->addStretch();

    m_filter->setClearButtonEnabled(true);
    auto *content = new QWidget(this);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(12, 8, 12, 0);
    top->setSpacing(10);
    top->addWidget(m_title);
    top->addWidget(m_filter, 1);
    auto *contentLayout = new QVBoxLayout(content);
    contentLayout->setContentsMargins(0, 0, 0, 0);
    contentLayout->setSpacing(0);
    contentLayout->addLayout(top);
    contentLayout->addWidget(m_page, 1);
    contentLayout->addWidget(m_bar);

    m_stack->addWidget(checking);
    m_stack->addWidget(content);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_trouble);
    layout->addWidget(m_notice);
    layout->addWidget(m_stack, 1);
}

void ReplayWindow::connectParts()
{
    connect(m_filter, &QLineEdit::textChanged, m_page, &WatchPage::setFilter);
    connect(
        m_filter, &QLineEdit::returnPressed, this, [this] { m_page->focusedTable()->setFocus(); });
    connect(m_page, &WatchPage::filterRequested, m_filter, &QLineEdit::setText);
    connect(m_page, &WatchPage::filterChanged, m_journal, &JournalView::setKeyFilter);
    connect(m_page, &WatchPage::detailsRequested, this, &ReplayWindow::showDetails);
    const auto select = [this](Family family, const QByteArray &key, bool takesFocus) {
        if (!m_page->selectItem(family, key))
            m_journal->showMessage(tr("%1 is not there at this moment").arg(wording::key(key, 24)));
        else if (takesFocus)
            m_page->table(family)->setFocus();
    };
    connect(m_page, &WatchPage::alertChosen, this, select);
    connect(m_journal, &JournalView::itemChosen, this, select);
    connect(m_bar, &ReplayBar::momentChosen, this, &ReplayWindow::momentRequested);
    connect(m_bar, &ReplayBar::eventRequested, this, &ReplayWindow::eventRequested);

    auto *find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, m_filter, [this] { m_filter->setFocus(); });
    auto *play = new QAction(this);
    play->setShortcut(Qt::Key_Space);
    play->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(play, &QAction::triggered, m_bar, [this] { m_bar->setPlaying(!m_bar->isPlaying()); });
    addAction(find);
    m_page->addAction(play);
    auto *close = new QAction(this);
    close->setShortcut(QKeySequence::Close);
    connect(close, &QAction::triggered, this, &QWidget::close);
    addAction(close);
}

// A row that is not there at another moment loses its selection, but is drawn still: the plot shows
// how it came and went.
void ReplayWindow::connectPlot()
{
    connect(m_page, &WatchPage::selectionChosen, this,
        [this](const QList<QByteArray> &keys, Family family) {
            if (m_isMoving)
                return;
            m_plottedFamily = family;
            m_plotted = keys;
            m_plot->setSelection(family, keys);
            requestPlot();
        });
    connect(m_plot, &HistoryPlot::reachChanged, this, &ReplayWindow::requestPlot);
    connect(m_journal, &JournalView::timeChosen, m_plot, &HistoryPlot::setMark);
    connect(m_plot, &HistoryPlot::timeClicked, m_journal, &JournalView::showTime);
}

void ReplayWindow::requestPlot()
{
    const auto most = std::min<qsizetype>(m_plotted.size(), HistoryCanvas::maximumCurves);
    Q_EMIT plotRequested(m_plottedFamily, m_plotted.first(most), m_plot->reach());
}

void ReplayWindow::showHistories(std::vector<PlottedHistory> histories, qint64 at)
{
    m_plot->setRecorded(
        std::move(histories), std::chrono::system_clock::time_point(Milliseconds(at)));
}

void ReplayWindow::retranslate()
{
    const QString file = wording::key(m_file.toUtf8(), 60);
    setWindowTitle(tr("Recording %1 — Lockstep").arg(file));
    showTitle();
    m_checking->setText(tr("Checking %1…").arg(file));
    m_filter->setPlaceholderText(tr("Filter, e.g. lock:order:* state:immortal holder:web-17"));
    m_filter->setAccessibleName(tr("Filter"));
}

// The name takes up to half of the width, so that there is room for the filter.
void ReplayWindow::showTitle()
{
    const QString title = tr("Recording %1").arg(wording::key(m_file.toUtf8(), 60));
    m_title->setText(fontMetrics().elidedText(title, Qt::ElideMiddle, width() / 2));
    m_title->setAccessibleName(title);
    m_title->setToolTip(Qt::convertFromPlainText(title));
}

void ReplayWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange)
        showTitle();
}

void ReplayWindow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showTitle();
}

void ReplayWindow::setTimes(const RecordedTimes &times)
{
    m_bar->setTimes(times);
    m_stack->setCurrentIndex(1);
    m_bar->setFocus();
}

void ReplayWindow::showMoment(const Snapshot &snapshot, const std::vector<JournalEntry> &lines,
    bool continues, const QString &note)
{
    if (!continues)
        m_journal->forgetLines();
    m_isMoving = true;
    m_page->setSnapshot(snapshot);
    m_isMoving = false;
    if (!lines.empty())
        m_journal->append(lines, qint64(m_journal->model()->store().size() + lines.size()));
    m_bar->noteShown(note);
    if (m_details)
        m_details->setSnapshot(snapshot);
}

void ReplayWindow::setTrouble(const QString &sentence)
{
    m_trouble->setText(sentence, false, Banner::Tone::Error);
}

void ReplayWindow::setNotice(const QString &sentence)
{
    m_notice->setText(sentence, true);
}

void ReplayWindow::showDetails(const ItemPtr &item)
{
    delete m_details;
    m_details = new DetailsDialog(item, m_page->shownSnapshot(), this);
    m_details->setAttribute(Qt::WA_DeleteOnClose);
    m_details->setRecorded();
    connect(m_details, &DetailsDialog::lockChosen, this,
        [this](const QByteArray &key) { m_page->selectItem(Family::Lock, key); });
    m_details->show();
}

} // namespace lockstep
