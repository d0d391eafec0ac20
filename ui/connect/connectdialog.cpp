// The address is one text because that is what people have at hand: they copy it from a
// configuration. Fields for host, port and database were rejected, they only make it slower. The
// password is the exception: it is not to be seen, so it leaves the address as soon as the address
// is complete, or at the latest when the field is left.

#include "ui/connect/connectdialog.h"

#include "ui/connect/recentservers.h"
#include "ui/errormessage.h"

#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace lockstep {

ConnectDialog::ConnectDialog(RecentServers *recent, QWidget *parent)
    : QDialog(parent)
    , m_recent(recent)
    , m_uri(new QComboBox(this))
    , m_permission(new QComboBox(this))
    , m_password(new QLineEdit(this))
    , m_caFile(new QLineEdit(this))
    , m_certificateFile(new QLineEdit(this))
    , m_keyFile(new QLineEdit(this))
    , m_serverName(new QLineEdit(this))
    , m_tls(new QWidget(this))
    , m_trouble(new QLabel(this))
{
    setWindowTitle(tr("Watch a server"));
    m_uri->setObjectName(QStringLiteral("address"));
    m_permission->setObjectName(QStringLiteral("permission"));
    m_uri->setEditable(true);
    m_uri->addItems(recent->uris());
    m_uri->completer()->setCaseSensitivity(Qt::CaseSensitive);
    if (m_uri->count() == 0)
        m_uri->setEditText(QStringLiteral("redis://127.0.0.1:6379/0"));
    m_uri->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_permission->addItem(tr("only read"), int(Permission::ReadOnly));
    m_permission->addItem(
        tr("read, and release locks after a question"), int(Permission::MayRelease));
    m_permission->addItem(tr("only read, always: it is production"), int(Permission::Production));
    m_password->setEchoMode(QLineEdit::Password);
    m_trouble->setTextFormat(Qt::PlainText);
    m_trouble->setWordWrap(true);
    layOut();
    for (QLineEdit *field : {m_password, m_caFile, m_certificateFile, m_keyFile, m_serverName})
        connect(field, &QLineEdit::textChanged, this, &ConnectDialog::check);
    connect(m_uri, &QComboBox::editTextChanged, this, &ConnectDialog::check);
    connect(m_uri, &QComboBox::editTextChanged, this, &ConnectDialog::proposePermission);
    connect(m_uri->lineEdit(), &QLineEdit::editingFinished, this, &ConnectDialog::takePasswordOut);
    check();
    proposePermission();
}

void ConnectDialog::layOut()
{
    auto *examples = new QLabel(tr("For example redis://shop.example:6379/0, "
                                   "rediss://reader@cache.example:6380 (TLS), "
                                   "unix:///run/redis/redis.sock?db=1"),
        this);
    examples->setTextFormat(Qt::PlainText);
    examples->setWordWrap(true);
    examples->setForegroundRole(QPalette::PlaceholderText);

    auto *tls = new QFormLayout(m_tls);
    tls->setContentsMargins(0, 0, 0, 0);
    tls->addRow(tr("&Authority (CA)"), makeFileField(m_caFile, tr("Authority's certificate")));
    tls->addRow(tr("C&ertificate"), makeFileField(m_certificateFile, tr("Client certificate")));
    tls->addRow(tr("&Key"), makeFileField(m_keyFile, tr("Key of the client certificate")));
    tls->addRow(tr("Server &name"), m_serverName);
    m_caFile->setPlaceholderText(tr("the system's authorities"));
    m_serverName->setPlaceholderText(tr("the host of the address"));

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_connect = buttons->addButton(tr("Watch"), QDialogButtonBox::AcceptRole);
    m_connect->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &ConnectDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *form = new QFormLayout(this);
    form->addRow(tr("A&ddress"), m_uri);
    form->addRow(QString(), examples);
    form->addRow(tr("&Password"), m_password);
    form->addRow(tr("&Here I"), m_permission);
    form->addRow(tr("TLS"), m_tls);
    form->addRow(QString(), m_trouble);
    form->addRow(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 84);
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

void ConnectDialog::setEndpoint(const Endpoint &endpoint)
{
    m_uri->setEditText(uriWithoutPassword(endpoint));
    m_password->clear();
    m_caFile->setText(endpoint.tls.caFile);
    m_certificateFile->setText(endpoint.tls.certificateFile);
    m_keyFile->setText(endpoint.tls.keyFile);
    m_serverName->setText(endpoint.tls.serverName);
}

Result<Endpoint> ConnectDialog::endpoint() const
{
    Result<Endpoint> result = Endpoint::fromUri(m_uri->currentText().trimmed());
    if (!result)
        return result;
    if (!m_password->text().isEmpty())
        result->password = m_password->text().toUtf8();
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
    m_trouble->setText(typed ? QString() : errorMessage(typed.error(), {}));
}

// What was chosen for another address does not count for this one.
void ConnectDialog::proposePermission()
{
    const Result<Endpoint> typed = Endpoint::fromUri(m_uri->currentText().trimmed());
    const bool production = typed && m_recent->production().contains(*typed);
    m_permission->setCurrentIndex(
        m_permission->findData(int(production ? Permission::Production : Permission::ReadOnly)));
}

Permission ConnectDialog::permission() const
{
    return Permission(m_permission->currentData().toInt());
}

void ConnectDialog::takePasswordOut()
{
    const Result<Endpoint> typed = Endpoint::fromUri(m_uri->currentText().trimmed());
    if (!typed || typed->password.isEmpty())
        return;
    m_password->setText(QString::fromUtf8(typed->password));
    m_uri->setEditText(uriWithoutPassword(*typed));
}

void ConnectDialog::accept()
{
    takePasswordOut();
    const Result<Endpoint> typed = endpoint();
    if (!typed)
        return;
    m_recent->remember(*typed);
    m_recent->production().mark(*typed, permission() == Permission::Production);
    QDialog::accept();
}

} // namespace lockstep
