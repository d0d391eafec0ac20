#include "ui/watch/journal/journalview.h"

#include "ui/export/journalexport.h"
#include "ui/text/wording.h"
#include "ui/watch/journal/journalmodel.h"
#include "ui/watch/journal/journalsentence.h"
#include "ui/watch/journal/journaltable.h"
#include "ui/watchtext/itemwording.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lockstep {

JournalView::JournalView(const Theme *theme, QWidget *parent, JournalLimits limits)
    : QWidget(parent)
    , m_model(new JournalModel(limits, this))
    , m_bar(new JournalBar(theme, this))
    , m_table(new JournalTable(m_model, theme, this))
    , m_newest(new QToolButton(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    auto *lines = new QHBoxLayout; // indented to align with the title
    lines->setContentsMargins(fontMetrics().height() / 2, 0, 0, 0);
    lines->addWidget(m_table);
    layout->addLayout(lines, 1);
    m_newest->setFocusPolicy(Qt::NoFocus);
    m_newest->setAutoRaise(false);
    m_newest->hide();
    addCopyAction();
    retranslate();

    connect(theme, &Theme::changed, m_table->viewport(), qOverload<>(&QWidget::update));
    connect(m_bar, &JournalBar::filterChanged, this, &JournalView::applyFilter);
    connect(m_bar, &JournalBar::exportRequested, this, &JournalView::exportRequested);
    connect(m_model, &JournalModel::isFilteringChanged, this, &JournalView::updateBar);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &JournalView::findCurrentAgain);
    connect(m_table, &JournalTable::lineActivated, this, &JournalView::choose);
    connect(m_table, &JournalTable::placeChanged, this, &JournalView::placeNewestButton);
    connect(m_newest, &QAbstractButton::clicked, m_table, &JournalTable::showNewest);
    connect(m_table, &QWidget::customContextMenuRequested, this, &JournalView::openMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &current) {
            if (!current.isValid())
                return Q_EMIT timeChosen({});
            m_current = m_model->number(current.row());
            Q_EMIT timeChosen(m_model->entry(current.row()).at);
        });
    updateBar();
}

void JournalView::addCopyAction()
{
    auto *action = new QAction(m_table);
    action->setObjectName(QStringLiteral("copy"));
    action->setShortcut(QKeySequence::Copy);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(action);
    connect(action, &QAction::triggered, this, &JournalView::copy);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
}

void JournalView::retranslate()
{
    m_newest->setToolTip(tr("Go to the newest line (Home)"));
    m_table->setAccessibleName(tr("Journal"));
    sayNothing();
    updateBar();
    placeNewestButton();
}

void JournalView::append(const std::vector<JournalEntry> &entries, qint64 total)
{
    m_total = total;
    const int rows = m_model->rowCount();
    m_model->append(entries);
    if (!m_table->showsNewest())
        m_unseenAbove += std::max(0, m_model->rowCount() - rows);
    updateBar();
    placeNewestButton();
}

void JournalView::clear()
{
    m_total = 0;
    m_current.reset();
    JournalFilter filter;
    filter.keys = m_model->filter().keys;
    m_model->clear();
    setFilter(filter);
    updateBar();
    placeNewestButton();
}

void JournalView::forgetLines()
{
    m_total = 0;
    m_current.reset();
    m_unseenAbove = 0;
    m_model->clear();
    updateBar();
    placeNewestButton();
}

void JournalView::setRecorded()
{
    m_isRecorded = true;
    m_bar->setRecorded();
    sayNothing();
}

void JournalView::setKeyFilter(const QString &text)
{
    JournalFilter filter = m_model->filter();
    filter.keys = KeyFilter(text);
    m_bar->setFilter(filter);
    applyFilter(filter);
}

void JournalView::setFilter(JournalFilter filter)
{
    filter.keys = m_model->filter().keys;
    m_bar->setFilter(filter);
    applyFilter(filter);
}

void JournalView::applyFilter(const JournalFilter &filter)
{
    m_unseenAbove = 0;
    // Changing the filter may change the current row, and with it m_current.
    const auto current = m_current;
    m_model->setFilter(filter);
    m_current = current;
    findCurrentAgain();
    updateBar();
    placeNewestButton();
}

// Selects the current line again if it matches the new filter. So the lines around a line can be
// found by clearing the filter.
void JournalView::findCurrentAgain()
{
    if (!m_current || m_table->currentIndex().isValid())
        return;
    const int row = m_model->rowOf(*m_current);
    if (row < m_model->rowCount() && m_model->number(row) == *m_current)
        m_table->showRow(row);
}

void JournalView::showTime(Time time)
{
    const int row = m_model->rowAt(time);
    if (row < m_model->rowCount())
        m_table->showRow(row);
    else
        showMessage(tr("no line that old"));
}

void JournalView::showMessage(const QString &message)
{
    m_bar->showMessage(message);
}

void JournalView::updateBar()
{
    const JournalStore &store = m_model->store();
    JournalBar::Counts counts;
    counts.shown = m_model->rowCount();
    counts.kept = qint64(store.size());
    counts.total = m_total;
    if (store.size() > 0)
        counts.since = store.at(store.first()).at;
    counts.isFiltering = m_model->isFiltering();
    m_bar->setCounts(counts);
    const QString nothing = m_model->isFiltering() ? tr("Looking through the journal…")
        : store.size() > 0                         ? tr("No line matches the filter.")
                                                   : m_nothing;
    m_table->setEmptyText(nothing);
    m_table->setAccessibleDescription(counts.shown > 0 ? m_bar->note() : nothing);
}

void JournalView::setStatus(const WatchStatus &status)
{
    if (status.link == m_link && completeness(status) == m_completeness)
        return;
    m_link = status.link;
    m_completeness = completeness(status);
    sayNothing();
    updateBar();
}

// Chooses the text of the empty journal.
void JournalView::sayNothing()
{
    if (m_isRecorded)
        m_nothing = tr("Nothing was seen to happen before this moment.");
    else if (m_completeness == Completeness::Hidden)
        m_nothing = tr("Nothing was seen to happen. Whether anything did is not known: a command "
                       "that is needed cannot be used here. The Server page names it.");
    else if (m_link == LinkState::Connected && m_completeness == Completeness::Complete)
        m_nothing =
            tr("Nothing has happened yet. What locks, limits and counters do appears here.");
    else
        m_nothing = tr("Nothing was seen so far. What locks, limits and counters do appears here.");
}

void JournalView::placeNewestButton()
{
    const bool shown = m_model->rowCount() > 0 && !m_table->showsNewest();
    if (!shown)
        m_unseenAbove = 0;
    //: a button that goes to the newest line; how many came in meanwhile
    m_newest->setText(m_unseenAbove > 0
            ? tr("↑ Newest (%1 new)").arg(wording::number(m_unseenAbove))
            : tr("↑ Newest"));
    m_newest->adjustSize();
    const int margin = fontMetrics().height() / 2;
    const int bar =
        m_table->verticalScrollBar()->isVisible() ? m_table->verticalScrollBar()->width() : 0;
    m_newest->move(width() - bar - m_newest->width() - margin, m_table->y() + margin);
    m_newest->setVisible(shown);
    m_newest->raise();
}

void JournalView::openMenu(const QPoint &where)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QModelIndex line = m_table->indexAt(where);
    menu->addAction(tr("Copy"), QKeySequence(QKeySequence::Copy), this, &JournalView::copy);
    if (line.isValid()) {
        menu->addAction(tr("Show it in the table"), QKeySequence(Qt::Key_Return), this,
            [this, row = QPersistentModelIndex(line)] {
                if (row.isValid())
                    choose(row.row(), true);
            });
        menu->addSeparator();
        addFilterActions(menu, m_model->entry(line.row()));
    }
    menu->popup(m_table->viewport()->mapToGlobal(where));
}

void JournalView::addFilterActions(QMenu *menu, const JournalEntry &entry)
{
    const auto add = [this, menu](const QString &text, auto &&narrow) {
        JournalFilter filter = m_model->filter();
        narrow(filter);
        menu->addAction(text, this, [this, filter] { setFilter(filter); });
    };
    add(tr("Only %1").arg(journalKind(entry.kind)),
        [&](JournalFilter &filter) { filter.kinds = {entry.kind}; });
    if (!entry.key.isEmpty())
        add(tr("Only key %1").arg(wording::key(entry.key, 40)),
            [&](JournalFilter &filter) { filter.key = entry.key; });
    for (const CowOptional<Holder> &holder : {entry.holder, entry.previous}) {
        if (holder && !holder->token.isEmpty())
            add(tr("Only holder %1").arg(wording::holder(*holder)),
                [&](JournalFilter &filter) { filter.holder = holder->token; });
    }
    add(tr("Only the minute around this line"), [&](JournalFilter &filter) {
        filter.from = entry.at - std::chrono::seconds(30);
        filter.to = entry.at + std::chrono::seconds(30);
    });
    JournalFilter none;
    none.keys = m_model->filter().keys;
    if (m_model->filter() != none)
        menu->addAction(tr("All lines"), this, [this] { setFilter({}); });
}

void JournalView::choose(int row, bool takesFocus)
{
    const JournalEntry &entry = m_model->entry(row);
    if (!entry.key.isEmpty())
        Q_EMIT itemChosen(entry.family, entry.key, takesFocus);
}

void JournalView::copy()
{
    QGuiApplication::clipboard()->setText(m_table->copyText());
    if (m_table->linesToCopy() > JournalTable::mostCopied)
        showMessage(tr("the newest %1 lines are copied; Export writes all")
                        .arg(wording::number(JournalTable::mostCopied)));
}

std::function<QByteArray()> JournalView::exportText(
    ExportKind kind, bool all, const QString &server) const
{
    JournalExport parts{.server = server,
        .writtenAt = std::chrono::system_clock::now(),
        .total = m_total,
        .entries = m_model->store().entries()};
    return [parts = std::move(parts), matcher = m_model->matcher(), all, kind]() mutable {
        if (!all) {
            std::erase_if(parts.entries,
                [&matcher](const JournalEntry &entry) { return !matcher.matches(entry); });
        }
        return kind == ExportKind::Csv ? journalToCsv(parts) : journalToJson(parts);
    };
}

void JournalView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeNewestButton();
}

void JournalView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
