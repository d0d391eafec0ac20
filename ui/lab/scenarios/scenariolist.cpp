// The list is one Tab stop and the search another; from the search, Down and Return lead to the
// list. The chosen scenario is remembered by its key and not by its row, because a search or a
// changed file rearranges the rows.

#include "ui/lab/scenarios/scenariolist.h"

#include "ui/lab/scenarios/scenariodelegate.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

ScenarioList::ScenarioList(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_model(new ScenarioListModel(this))
    , m_search(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_open(new QPushButton(this))
{
    layOut();
    retranslate();
    applyLook();
    connect(theme, &Theme::changed, this, &ScenarioList::applyLook);
    connect(m_search, &QLineEdit::textChanged, this, &ScenarioList::search);
    connect(m_search, &QLineEdit::returnPressed, this, &ScenarioList::focusList);
    connect(m_open, &QPushButton::clicked, this, &ScenarioList::openRequested);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ScenarioList::showChosen);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &current) {
            const QString key = current.data(ScenarioListModel::KeyRole).toString();
            if (m_isUpdating || key.isEmpty() || key == m_chosen)
                return;
            m_chosen = key;
            m_model->setChosen(key);
            Q_EMIT scenarioChosen(key);
        });
}

void ScenarioList::layOut()
{
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_list->viewport()->installEventFilter(this);
    // Before the list hears of it, and again when it has: a mark may give a title a further line.
    connect(m_model, &QAbstractItemModel::dataChanged, this,
        [this] { m_wasChosenInSight = isChosenInSight(); });
    m_list->setModel(m_model);
    m_list->setItemDelegate(new ScenarioDelegate(m_theme, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setResizeMode(QListView::Adjust);
    // Titles take more lines in a narrower list and beside a mark, and the view asks again for
    // their heights at another width only if it believes that it wraps words itself.
    m_list->setWordWrap(true);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ScenarioList::layOutAgain);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QWidget::customContextMenuRequested, this, &ScenarioList::openMenu);
    const int unit = fontMetrics().height();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *top = new QVBoxLayout;
    top->setContentsMargins(unit / 2, unit / 2, unit / 2, unit / 4);
    top->addWidget(m_search);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    auto *foot = new QVBoxLayout;
    foot->setContentsMargins(unit / 2, unit / 3, unit / 2, unit / 3);
    foot->addWidget(m_open);
    layout->addLayout(foot);
    setFocusProxy(m_list);
}

void ScenarioList::choose(const QString &key)
{
    m_chosen = key;
    m_model->setChosen(key);
    if (!m_model->indexOf(key).isValid() && m_model->entry(key))
        m_search->clear();
    showChosen();
}

void ScenarioList::showChosen()
{
    m_isUpdating = true;
    const QModelIndex index = m_model->indexOf(m_chosen);
    if (index.isValid()) {
        m_list->setCurrentIndex(index);
        bringIntoView();
    }
    m_isUpdating = false;
}

// Scrolls to the chosen scenario and its neighbours, unless it is visible already.
void ScenarioList::bringIntoView()
{
    const QModelIndex index = m_list->currentIndex();
    if (index.isValid() && !m_list->viewport()->rect().contains(m_list->visualRect(index)))
        m_list->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

// A part of it is enough: by the time of a change, its height is already the new one.
bool ScenarioList::isChosenInSight() const
{
    return m_list->viewport()->rect().intersects(m_list->visualRect(m_list->currentIndex()));
}

// The chosen scenario stays in sight, unless the user has scrolled away from it.
void ScenarioList::layOutAgain()
{
    m_list->doItemsLayout();
    if (m_wasChosenInSight)
        m_list->scrollTo(m_list->currentIndex());
}

void ScenarioList::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void ScenarioList::focusList()
{
    m_list->setFocus(Qt::TabFocusReason);
    if (m_list->currentIndex().isValid())
        return;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->entryOf(m_model->index(row)))
            return m_list->setCurrentIndex(m_model->index(row));
    }
}

void ScenarioList::search(const QString &words)
{
    m_model->setFilter(words);
    m_list->setAccessibleDescription(tr("%n scenario(s)", nullptr, m_model->scenarioCount()));
}

void ScenarioList::openMenu(const QPoint &where)
{
    const ScenarioEntry *entry = m_model->entryOf(m_list->indexAt(where));
    if (!entry || !entry->isOwn)
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Remove from the list"), this,
        [this, path = entry->path] { Q_EMIT forgetRequested(path); });
    menu->popup(m_list->viewport()->mapToGlobal(where));
}

bool ScenarioList::eventFilter(QObject *watched, QEvent *event)
{
    // The scenario may have been chosen before the list was shown, or titles may wrap differently
    // now.
    if (watched == m_list->viewport() && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &ScenarioList::bringIntoView, Qt::QueuedConnection);
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
            m_search->clear();
            return true;
        }
        if (key == Qt::Key_Down || key == Qt::Key_Escape) {
            focusList();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ScenarioList::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ScenarioList::retranslate()
{
    m_search->setPlaceholderText(tr("Find a scenario"));
    m_search->setAccessibleName(tr("Find a scenario"));
    m_search->setToolTip(tr("A part of the title, the id or the family (Ctrl+F)"));
    m_list->setAccessibleName(tr("Scenarios"));
    m_open->setText(tr("Open a file…"));
    m_open->setToolTip(tr("A scenario of your own, a .lua file (Ctrl+Shift+O)"));
}

void ScenarioList::applyLook()
{
    styleSearchField(m_search, m_theme->colours());
    m_list->viewport()->update();
}

} // namespace lockstep
