#include "ui/watch/details/holderpanel.h"

#include "ui/text/wording.h"
#include "ui/watch/details/clientwords.h"
#include "ui/watch/rows/naturalorder.h"
#include "ui/watch/tables/itemdelegate.h"
#include "ui/watchtext/itemwording.h"
#include "ui/widgets/tablemetrics.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

namespace {

constexpr size_t mostListed = 200; // a filter can show all of them
constexpr int keyRole = Qt::UserRole;
constexpr int rowsSeen = 4;

} // namespace

HolderPanel::HolderPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_locks(new QListWidget(this))
    , m_find(new QPushButton(tr("Find its connection"), this))
    , m_clients(new QLabel(this))
{
    layOut();
    m_locks->installEventFilter(this);
    connect(m_locks, &QListWidget::itemClicked, this, &HolderPanel::choose);
    connect(m_find, &QPushButton::clicked, this, [this] {
        m_clients->setText(tr("Asking the server…"));
        Q_EMIT clientsRequested();
    });
}

void HolderPanel::layOut()
{
    m_title->setTextFormat(Qt::PlainText);
    m_locks->setFont(fixedFont(font()));
    m_locks->setCursor(Qt::PointingHandCursor);
    m_locks->setUniformItemSizes(true);
    m_locks->setToolTip(tr("A click selects the lock in the table."));
    m_find->setAutoDefault(false);
    m_find->setToolTip(tr("Reads the list of the server's connections once (CLIENT LIST)."));
    m_clients->setTextFormat(Qt::PlainText);
    m_clients->setWordWrap(true);
    m_clients->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *connection = new QHBoxLayout;
    connection->addWidget(m_find, 0, Qt::AlignTop);
    connection->addWidget(m_clients, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_locks);
    layout->addLayout(connection);
}

void HolderPanel::update(const std::optional<Holder> &holder, const Snapshot::Items &locks)
{
    const auto before = m_held.holder();
    const bool hasChanged = m_held.update(holder, locks);
    if (before.has_value() != holder.has_value() || (holder && before->token != holder->token))
        m_clients->clear(); // the text was about the previous holder
    setVisible(holder.has_value());
    if (hasChanged)
        showLocks();
}

// Fills the list again and keeps the current row.
void HolderPanel::showLocks()
{
    std::vector<ItemPtr> held;
    for (const auto &[key, lock] : m_held.locks())
        held.push_back(lock);
    std::sort(held.begin(), held.end(),
        [](const ItemPtr &a, const ItemPtr &b) { return compareNaturally(a->key, b->key) < 0; });
    m_title->setText(tr("This holder holds %n locks", nullptr, int(held.size())));
    m_locks->setAccessibleName(m_title->text());
    const int current = m_locks->currentRow();
    m_locks->clear();
    for (const ItemPtr &lock : held) {
        if (size_t(m_locks->count()) == mostListed) {
            m_locks->addItem(tr("and %n more", nullptr, int(held.size() - mostListed)));
            break;
        }
        auto *item = new QListWidgetItem(wording::title(*lock, 200), m_locks);
        item->setData(keyRole, lock->key);
    }
    m_locks->setCurrentRow(std::min(current, m_locks->count() - 1));
    const int rows = std::clamp(m_locks->count(), 1, rowsSeen);
    m_locks->setFixedHeight(
        rows * std::max(m_locks->sizeHintForRow(0), m_locks->fontMetrics().height())
        + 2 * m_locks->frameWidth());
}

// Not by itemActivated(): a mouse emits it too, beside itemClicked(), after one click or two.
bool HolderPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_locks || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (!isReturn || !m_locks->currentItem())
        return false;
    choose(m_locks->currentItem());
    return true;
}

void HolderPanel::choose(const QListWidgetItem *item)
{
    if (item->data(keyRole).isValid()) // else it says how many more there are
        Q_EMIT lockChosen(item->data(keyRole).toByteArray());
}

void HolderPanel::setRecorded()
{
    m_find->hide();
}

void HolderPanel::setClients(const ClientList &list)
{
    if (m_held.holder())
        m_clients->setText(clientSentence(*m_held.holder(), list));
}

QStringList HolderPanel::lines() const
{
    if (!m_held.holder())
        return {};
    QStringList lines{m_title->text() + u':'};
    for (const auto &[key, lock] : m_held.locks())
        lines << QStringLiteral("  ") + wording::key(key, 0);
    if (!m_clients->text().isEmpty())
        lines << m_clients->text();
    return lines;
}

} // namespace lockstep
