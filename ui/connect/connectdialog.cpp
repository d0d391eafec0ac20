// The address is one text because that is what people have at hand: they copy it from a
// configuration. Fields for host, port and database were rejected, they only make it slower. The
// password is the exception: it is not to be seen, so it leaves the address as soon as the address
// is complete, or at the latest when the field is left.
//
// Nothing completes what is typed: redis://host and redis://host/2 are different databases, and the
// first Return has to mean what stands there. Servers that were used before are a list below.

#include "ui/connect/connectdialog.h"

#include "ui/connect/recentservers.h"
#include "ui/text/errormessage.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

namespace lockstep {

namespace {

constexpr int shownServers = 4; // rows of the list

QLabel *plainLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

ConnectDialog::ConnectDialog(RecentServers *recent, QWidget *parent)
    : QDialog(parent)
    , m_recent(recent)
    , m_address(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_pin(new QPushButton(this))
    , m_remove(new QPushButton(tr("Remove"), this))
    , m_permission(new QComboBox(this))
    , m_password(new QLineEdit(this))
    , m_sentinelUser(new QLineEdit(this))
    , m_sentinelPassword(new QLineEdit(this))
    , m_caFile(new QLineEdit(this))
    , m_certificateFile(new QLineEdit(this))
    , m_keyFile(new QLineEdit(this))
    , m_serverName(new QLineEdit(this))
    , m_form(new QWidget(this))
    , m_tls(new QWidget(this))
    , m_sentinels(new QWidget(this))
    , m_trouble(plainLabel(this))
{
    setWindowTitle(tr("Connect to a server"));
    m_address->setObjectName(QStringLiteral("address"));
    m_list->setObjectName(QStringLiteral("recent"));
    m_permission->setObjectName(QStringLiteral("permission"));
    m_trouble->setObjectName(QStringLiteral("trouble"));
    m_permission->addItem(tr("Read-only"), int(Permission::ReadOnly));
    m_permission->addItem(tr("Allow releasing locks (asks first)"), int(Permission::MayRelease));
    m_permission->addItem(tr("Production – always read-only"), int(Permission::Production));
    m_sentinelUser->setObjectName(QStringLiteral("sentinelUser"));
    m_sentinelPassword->setObjectName(QStringLiteral("sentinelPassword"));
    m_password->setEchoMode(QLineEdit::Password);
    m_sentinelPassword->setEchoMode(QLineEdit::Password);
    layOut();
    fillRecent();
    m_address->setText(m_recent->uris().value(0, QStringLiteral("redis://127.0.0.1:6379/0")));
    for (QLineEdit *field : {m_password, m_sentinelUser, m_sentinelPassword, m_caFile,
             m_certificateFile, m_keyFile, m_serverName})
        connect(field, &QLineEdit::textChanged, this, &ConnectDialog::check);
    connect(m_address, &QLineEdit::textChanged, this, &ConnectDialog::check);
    connect(m_address, &QLineEdit::textChanged, this, &ConnectDialog::proposePermission);
    connect(m_address, &QLineEdit::editingFinished, this, &ConnectDialog::takePasswordOut);
    check();
    proposePermission();
    m_address->selectAll();
    m_address->setFocus();
}

// The field loses the focus while it is destroyed, which ends its editing once more.
ConnectDialog::~ConnectDialog()
{
    m_address->disconnect(this);
}

void ConnectDialog::layOut()
{
    auto *examples = plainLabel(this);
    // A line each: an address that is broken between its parts reads as two.
    examples->setText(QStringLiteral("redis://shop.example:6379/0\n"
                                     "rediss://reader@cache.example:6380   ")
        + tr("(TLS)")
        + QStringLiteral("\nunix:///run/redis/redis.sock?db=1"
                         "\nredis-sentinel://db1,db2,db3?master=mymaster"
                         "\nredis+cluster://db1:6379,db2:6379"));
    examples->setWordWrap(false);
    examples->setForegroundRole(QPalette::PlaceholderText);

    auto *tls = new QFormLayout(m_tls);
    tls->setContentsMargins(0, 0, 0, 0);
    tls->addRow(tr("&Authority (CA)"), makeFileField(m_caFile, tr("Authority's certificate")));
    tls->addRow(tr("C&ertificate"), makeFileField(m_certificateFile, tr("Client certificate")));
    tls->addRow(tr("&Key"), makeFileField(m_keyFile, tr("Key of the client certificate")));
    tls->addRow(tr("Server &name"), m_serverName);
    m_caFile->setPlaceholderText(tr("the system's authorities"));
    m_serverName->setPlaceholderText(tr("the host of the address"));

    auto *sentinels = new QHBoxLayout(m_sentinels);
    sentinels->setContentsMargins(0, 0, 0, 0);
    sentinels->addWidget(m_sentinelUser);
    sentinels->addWidget(m_sentinelPassword);
    m_sentinelUser->setPlaceholderText(tr("their own user, if any"));
    m_sentinelPassword->setPlaceholderText(tr("and its password"));
    m_sentinelUser->setAccessibleName(tr("User for the Sentinels"));
    m_sentinelPassword->setAccessibleName(tr("Password for the Sentinels"));

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_connect = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    m_connect->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &ConnectDialog::requestConnection);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *form = new QFormLayout(m_form);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("A&ddress"), m_address);
    form->addRow(QString(), examples);
    form->addRow(tr("Recent servers"), makeRecentList());
    form->addRow(tr("&Password"), m_password);
    form->addRow(tr("Sentinels"), m_sentinels);
    form->addRow(tr("A&ccess"), m_permission);
    form->addRow(tr("TLS"), m_tls);
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
    // However long an address is, it does not make the dialog wider.
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
            m_address->setText(uri);
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

QWidget *ConnectDialog::makeFileField(QLineEdit *field, const QString &title)
{
    auto *row = new QWidget(m_tls);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *choose = new QToolButton(row);
    choose->setText(tr("…", "choose a file"));
    choose->setAccessibleName(tr("Choose a file: %1").arg(title));
    layout->addWidget(field, 1);
    layout->addWidget(choose);
    row->setFocusProxy(field);
    field->setAccessibleName(title);
    connect(choose, &QToolButton::clicked, this, [this, field, title] {
        auto *dialog = new QFileDialog(this, title);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText);
        dialog->open();
    });
    return row;
}

void ConnectDialog::setConnection(const Endpoint &endpoint, Permission permission)
{
    m_currentAddress = uriWithoutPassword(endpoint);
    m_currentPermission = permission;
    m_address->setText(m_currentAddress);
    m_address->selectAll();
    m_password->clear();
    m_sentinelUser->setText(QString::fromUtf8(endpoint.sentinels.user));
    m_sentinelPassword->clear();
    m_caFile->setText(endpoint.tls.caFile);
    m_certificateFile->setText(endpoint.tls.certificateFile);
    m_keyFile->setText(endpoint.tls.keyFile);
    m_serverName->setText(endpoint.tls.serverName);
    proposePermission();
}

Result<Endpoint> ConnectDialog::endpoint() const
{
    Result<Endpoint> result = Endpoint::fromUri(m_address->text().trimmed());
    if (!result)
        return result;
    if (!m_password->text().isEmpty())
        result->password = m_password->text().toUtf8();
    if (result->isFoundBySentinels() && !m_sentinelUser->text().isEmpty())
        result->sentinels.user = m_sentinelUser->text().toUtf8();
    if (result->isFoundBySentinels() && !m_sentinelPassword->text().isEmpty())
        result->sentinels.password = m_sentinelPassword->text().toUtf8();
    const auto take = [](QString &option, const QLineEdit *field) {
        if (!field->text().isEmpty())
            option = field->text();
    };
    if (result->transport == Endpoint::Transport::Tls) {
        take(result->tls.caFile, m_caFile);
        take(result->tls.certificateFile, m_certificateFile);
        take(result->tls.keyFile, m_keyFile);
        take(result->tls.serverName, m_serverName);
    }
    return result;
}

void ConnectDialog::check()
{
    const Result<Endpoint> typed = endpoint();
    m_connect->setEnabled(typed.has_value());
    m_tls->setEnabled(typed && typed->transport == Endpoint::Transport::Tls);
    m_sentinels->setEnabled(typed && typed->isFoundBySentinels());
    showTrouble(typed ? QString() : errorMessage(typed.error(), {}));
}

// What was chosen for another address does not count for this one.
void ConnectDialog::proposePermission()
{
    const Result<Endpoint> typed = Endpoint::fromUri(m_address->text().trimmed());
    Permission proposed = Permission::ReadOnly;
    if (typed && m_recent->production().contains(*typed))
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
        && (m_recent->production().contains(*typed)
            || (m_currentPermission == Permission::Production
                && uriWithoutPassword(*typed) == m_currentAddress));
    return wasProposed && permission() != Permission::Production;
}

void ConnectDialog::takePasswordOut()
{
    const Result<Endpoint> typed = Endpoint::fromUri(m_address->text().trimmed());
    if (!typed || (typed->password.isEmpty() && typed->sentinels.password.isEmpty()))
        return;
    if (!typed->password.isEmpty())
        m_password->setText(QString::fromUtf8(typed->password));
    if (!typed->sentinels.password.isEmpty())
        m_sentinelPassword->setText(QString::fromUtf8(typed->sentinels.password));
    const Permission chosen = permission();
    m_address->setText(uriWithoutPassword(*typed));
    m_permission->setCurrentIndex(m_permission->findData(int(chosen)));
}

void ConnectDialog::requestConnection()
{
    takePasswordOut();
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
    const bool isPassword = error.code == ErrorCode::NoAuth || error.code == ErrorCode::WrongPass
        || error.code == ErrorCode::NoPasswordSet;
    QLineEdit *field = isPassword ? m_password
        : error.code == ErrorCode::NoSentinel && !m_sentinelPassword->text().isEmpty()
        ? m_sentinelPassword
        : m_address;
    field->selectAll();
    field->setFocus();
}

// Cancel stays possible.
void ConnectDialog::setBusy(bool busy)
{
    m_form->setEnabled(!busy);
    m_connect->setEnabled(!busy);
}

// Its height is kept, so that nothing jumps while one types. What needs more gets it from the
// screen, not from the fields.
void ConnectDialog::showTrouble(const QString &text)
{
    m_trouble->setText(text);
    m_trouble->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_trouble->setAccessibleName(text);
    if (isVisible())
        resize(width(), std::max(height(), layout()->totalMinimumHeightForWidth(width())));
}

} // namespace lockstep
