// The dialog for an address. Servers that were used before are in a list; nothing completes what is
// typed, see endpointfields.cpp.

#include "ui/connect/connectdialog.h"

#include "core/redis/identity/productionservers.h"
#include "core/redis/values/endpointuri.h"
#include "ui/connect/endpointfields.h"
#include "ui/connect/recentservers.h"
#include "ui/focus/layoutorder.h"
#include "ui/text/errormessage.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>

namespace lockstep {

namespace {

constexpr int shownServers = 4; // rows of the list
// That what may be wrong with an address takes while it is typed, in the language with the longest.
constexpr int linesOfTrouble = 3;

QLabel *plainLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

ConnectDialog::ConnectDialog(
    RecentServers *recent, const ProductionServers *production, QWidget *parent)
    : QDialog(parent)
    , m_recent(recent)
    , m_production(production)
    , m_fields(new EndpointFields(this))
    , m_list(new QListWidget(this))
    , m_pin(new QPushButton(this))
    , m_remove(new QPushButton(tr("Remove"), this))
    , m_permission(new QComboBox(this))
    , m_form(new QWidget(this))
    , m_trouble(plainLabel(this))
{
    setWindowTitle(tr("Connect to a server"));
    m_list->setObjectName(QStringLiteral("recent"));
    m_permission->setObjectName(QStringLiteral("permission"));
    m_trouble->setObjectName(QStringLiteral("trouble"));
    m_permission->addItem(tr("Read-only"), int(Permission::ReadOnly));
    m_permission->addItem(tr("Allow releasing locks (asks first)"), int(Permission::MayRelease));
    m_permission->addItem(tr("Production – always read-only"), int(Permission::Production));
    layOut();
    fillRecent();
    connect(m_fields, &EndpointFields::changed, this, &ConnectDialog::check);
    connect(m_fields, &EndpointFields::addressChanged, this, &ConnectDialog::proposePermission);
    m_fields->setAddress(m_recent->uris().value(0, QStringLiteral("redis://127.0.0.1:6379/0")));
    check();
    proposePermission();
    m_fields->focusAddress();
}

// The address field loses the focus when it is destroyed, which emits a last editingFinished().
ConnectDialog::~ConnectDialog()
{
    m_fields->disconnect(this);
}

bool ConnectDialog::focusNextPrevChild(bool next)
{
    return focusNextInLayout(this, next);
}

void ConnectDialog::layOut()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_connect = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    m_connect->setDefault(true);
    m_keep = buttons->addButton(tr("Keep as a profile…"), QDialogButtonBox::ActionRole);
    m_keep->setObjectName(QStringLiteral("keep"));
    m_keep->setAutoDefault(false);
    connect(m_keep, &QPushButton::clicked, this, [this] {
        m_fields->takePasswordOut();
        if (const Result<Endpoint> typed = endpoint())
            Q_EMIT profileRequested(*typed, permission());
    });
    auto *import = buttons->addButton(tr("Import…"), QDialogButtonBox::ActionRole);
    import->setObjectName(QStringLiteral("import"));
    import->setToolTip(tr("Import profiles"));
    import->setAutoDefault(false);
    connect(import, &QPushButton::clicked, this, &ConnectDialog::importRequested);
    connect(buttons, &QDialogButtonBox::accepted, this, &ConnectDialog::requestConnection);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *form = new QFormLayout(m_form);
    form->setContentsMargins(0, 0, 0, 0);
    m_fields->addAddressTo(form);
    m_fields->addExamplesTo(form);
    form->addRow(tr("Recent servers"), makeRecentList());
    m_fields->addPasswordsTo(form);
    form->addRow(tr("A&ccess"), m_permission);
    m_fields->addTlsTo(form);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_form);
    column->addWidget(m_trouble);
    column->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 84);
}

QWidget *ConnectDialog::makeRecentList()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list, 1);
    auto *buttons = new QVBoxLayout;
    buttons->addWidget(m_pin);
    buttons->addWidget(m_remove);
    buttons->addStretch();
    layout->addLayout(buttons);
    // The dialog does not become wider with a long address.
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_list->setFixedHeight(shownServers * (fontMetrics().height() + 6) + 2 * m_list->frameWidth());
    m_list->setAccessibleName(tr("Servers that were used before"));
    m_pin->setObjectName(QStringLiteral("pin"));
    m_remove->setObjectName(QStringLiteral("remove"));
    m_pin->setAutoDefault(false);
    m_remove->setAutoDefault(false);
    connect(m_list, &QListWidget::currentItemChanged, this, [this] {
        const QString uri = chosenRecent();
        m_pin->setEnabled(!uri.isEmpty());
        m_remove->setEnabled(!uri.isEmpty());
        m_pin->setText(m_recent->isPinned(uri) ? tr("Unpin") : tr("Pin"));
        if (!uri.isEmpty())
            m_fields->setAddress(uri);
    });
    connect(m_list, &QListWidget::itemDoubleClicked, this, &ConnectDialog::requestConnection);
    connect(m_pin, &QPushButton::clicked, this, &ConnectDialog::pinOrUnpin);
    connect(m_remove, &QPushButton::clicked, this, &ConnectDialog::removeRecent);
    return row;
}

void ConnectDialog::fillRecent()
{
    const QSignalBlocker silent(m_list);
    m_list->clear();
    const QStringList uris = m_recent->uris();
    for (const QString &uri : uris) {
        auto *item =
            new QListWidgetItem(m_recent->isPinned(uri) ? QStringLiteral("★ ") + uri : uri, m_list);
        item->setData(Qt::UserRole, uri);
        item->setToolTip(uri.toHtmlEscaped());
        if (m_recent->isPinned(uri))
            item->setData(Qt::AccessibleTextRole, tr("pinned: %1").arg(uri));
    }
    m_list->setCurrentItem(nullptr);
    m_pin->setText(tr("Pin"));
    m_pin->setEnabled(false);
    m_remove->setEnabled(false);
}

QString ConnectDialog::chosenRecent() const
{
    const QListWidgetItem *item = m_list->currentItem();
    return item ? item->data(Qt::UserRole).toString() : QString();
}

void ConnectDialog::pinOrUnpin()
{
    const QString uri = chosenRecent();
    m_recent->setPinned(uri, !m_recent->isPinned(uri));
    fillRecent();
}

void ConnectDialog::removeRecent()
{
    m_recent->remove(chosenRecent());
    fillRecent();
}

void ConnectDialog::setConnection(const Endpoint &endpoint, Permission permission)
{
    m_currentAddress = uriWithoutPassword(endpoint);
    m_currentPermission = permission;
    m_fields->setEndpoint(endpoint);
    m_fields->focusAddress();
    proposePermission();
}

void ConnectDialog::setForNewWindow()
{
    setWindowTitle(tr("Open a server in a new window"));
    m_connect->setText(tr("Open window"));
}

Result<Endpoint> ConnectDialog::endpoint() const
{
    return m_fields->endpoint();
}

void ConnectDialog::check()
{
    const Result<Endpoint> typed = endpoint();
    m_connect->setEnabled(typed.has_value());
    m_keep->setEnabled(typed.has_value());
    showTrouble(typed ? QString() : errorMessage(typed.error(), {}));
}

// Proposes what may be done to the typed server. What was chosen for another address does not
// count.
void ConnectDialog::proposePermission()
{
    const Result<Endpoint> typed = endpoint();
    Permission proposed = Permission::ReadOnly;
    if (typed && m_production->contains(*typed))
        proposed = Permission::Production;
    else if (typed && !m_currentAddress.isEmpty() && uriWithoutPassword(*typed) == m_currentAddress)
        proposed = m_currentPermission;
    m_permission->setCurrentIndex(m_permission->findData(int(proposed)));
}

Permission ConnectDialog::permission() const
{
    return Permission(m_permission->currentData().toInt());
}

bool ConnectDialog::takesMarkAway() const
{
    const Result<Endpoint> typed = endpoint();
    const bool wasProposed = typed
        && (m_production->contains(*typed)
            || (m_currentPermission == Permission::Production
                && uriWithoutPassword(*typed) == m_currentAddress));
    return wasProposed && permission() != Permission::Production;
}

void ConnectDialog::requestConnection()
{
    m_fields->takePasswordOut();
    const Result<Endpoint> typed = endpoint();
    if (!typed)
        return;
    setBusy(true);
    showTrouble(tr("Connecting to %1 …").arg(foreignWords(typed->display())));
    Q_EMIT connectionRequested(*typed);
}

void ConnectDialog::showFailure(const Error &error)
{
    setBusy(false);
    const Result<Endpoint> typed = endpoint();
    showTrouble(errorMessage(error, typed ? typed->display() : QString()));
    m_fields->focusFieldOf(error);
}

// Disables the fields while a connection is tried. Cancel stays possible.
void ConnectDialog::setBusy(bool busy)
{
    m_form->setEnabled(!busy);
    m_connect->setEnabled(!busy);
    m_keep->setEnabled(!busy);
}

// Shows a message. Room for it is always reserved, so that the dialog does not jump while one
// types. A longer message, of a server, makes the dialog higher, rather than the fields smaller.
void ConnectDialog::showTrouble(const QString &text)
{
    m_trouble->setText(text);
    m_trouble->setMinimumHeight(linesOfTrouble * fontMetrics().lineSpacing());
    m_trouble->setAccessibleName(text);
    if (isVisible())
        resize(width(), std::max(height(), layout()->totalMinimumHeightForWidth(width())));
}

} // namespace lockstep
