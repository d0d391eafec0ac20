// The address is one text because that is what people have at hand: they copy it from a
// configuration. Fields for host, port and database were rejected, because they would only take
// longer. The password is an exception: it must not be visible, so it is moved out of the address
// as soon as the address is complete, or at the latest when the field is left.
//
// There is no completion: redis://host and redis://host/2 are different databases, and Return has
// to mean exactly what was typed.

#include "ui/connect/endpointfields.h"

#include "core/redis/values/endpointuri.h"
#include "ui/connect/filefield.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

namespace lockstep {

EndpointFields::EndpointFields(QWidget *parent)
    : QObject(parent)
    , m_parent(parent)
    , m_address(new QLineEdit(parent))
    , m_password(new QLineEdit(parent))
    , m_sentinelUser(new QLineEdit(parent))
    , m_sentinelPassword(new QLineEdit(parent))
    , m_caFile(new QLineEdit(parent))
    , m_certificateFile(new QLineEdit(parent))
    , m_keyFile(new QLineEdit(parent))
    , m_serverName(new QLineEdit(parent))
{
    m_address->setObjectName(QStringLiteral("address"));
    m_sentinelUser->setObjectName(QStringLiteral("sentinelUser"));
    m_sentinelPassword->setObjectName(QStringLiteral("sentinelPassword"));
    m_password->setObjectName(QStringLiteral("password"));
    m_password->setEchoMode(QLineEdit::Password);
    m_sentinelPassword->setEchoMode(QLineEdit::Password);
    for (QLineEdit *field : {m_address, m_password, m_sentinelUser, m_sentinelPassword, m_caFile,
             m_certificateFile, m_keyFile, m_serverName})
        connect(field, &QLineEdit::textChanged, this, &EndpointFields::check);
    connect(m_address, &QLineEdit::textChanged, this, [this] {
        if (!m_isPasswordLeaving)
            Q_EMIT addressChanged();
    });
    connect(m_address, &QLineEdit::editingFinished, this, &EndpointFields::takePasswordOut);
}

// The field loses the focus when it is destroyed, which emits a last editingFinished().
EndpointFields::~EndpointFields()
{
    m_address->disconnect(this);
}

void EndpointFields::addAddressTo(QFormLayout *form)
{
    form->addRow(tr("A&ddress"), m_address);
}

void EndpointFields::addExamplesTo(QFormLayout *form)
{
    auto *examples = new QLabel(m_parent);
    examples->setTextFormat(Qt::PlainText);
    // One unbroken line each, because an address broken between its parts would look like two.
    examples->setText(QStringLiteral("redis://shop.example:6379/0\n"
                                     "rediss://reader@cache.example:6380   ")
        + tr("(TLS)")
        + QStringLiteral("\nunix:///run/redis/redis.sock?db=1"
                         "\nredis-sentinel://db1,db2,db3?master=mymaster"
                         "\nredis+cluster://db1:6379,db2:6379"));
    examples->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(QString(), examples);
}

void EndpointFields::addPasswordsTo(QFormLayout *form)
{
    form->addRow(tr("&Password"), m_password);
    form->addRow(tr("Sentinels"), makeSentinels());
}

void EndpointFields::addTlsTo(QFormLayout *form)
{
    form->addRow(tr("TLS"), makeTls());
}

QWidget *EndpointFields::makeTls()
{
    m_tls = new QWidget(m_parent);
    auto *tls = new QFormLayout(m_tls);
    tls->setContentsMargins(0, 0, 0, 0);
    tls->addRow(
        tr("&Authority (CA)"), makeFileField(m_caFile, tr("Authority's certificate"), m_tls));
    tls->addRow(
        tr("C&ertificate"), makeFileField(m_certificateFile, tr("Client certificate"), m_tls));
    tls->addRow(tr("&Key"), makeFileField(m_keyFile, tr("Key of the client certificate"), m_tls));
    tls->addRow(tr("Server &name"), m_serverName);
    m_caFile->setPlaceholderText(tr("the system's authorities"));
    m_serverName->setPlaceholderText(tr("the host of the address"));
    return m_tls;
}

QWidget *EndpointFields::makeSentinels()
{
    m_sentinels = new QWidget(m_parent);
    auto *sentinels = new QHBoxLayout(m_sentinels);
    sentinels->setContentsMargins(0, 0, 0, 0);
    sentinels->addWidget(m_sentinelUser);
    sentinels->addWidget(m_sentinelPassword);
    m_sentinelUser->setPlaceholderText(tr("their own user, if any"));
    m_sentinelPassword->setPlaceholderText(tr("and its password"));
    m_sentinelUser->setAccessibleName(tr("User for the Sentinels"));
    m_sentinelPassword->setAccessibleName(tr("Password for the Sentinels"));
    return m_sentinels;
}

void EndpointFields::setEndpoint(const Endpoint &endpoint)
{
    setAddress(uriWithoutPassword(endpoint));
    m_password->clear();
    m_sentinelUser->setText(QString::fromUtf8(endpoint.sentinels.user));
    m_sentinelPassword->clear();
    m_caFile->setText(endpoint.tls.caFile);
    m_certificateFile->setText(endpoint.tls.certificateFile);
    m_keyFile->setText(endpoint.tls.keyFile);
    m_serverName->setText(endpoint.tls.serverName);
}

void EndpointFields::setAddress(const QString &uri)
{
    m_address->setText(uri);
}

Result<Endpoint> EndpointFields::endpoint() const
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

bool EndpointFields::hasPassword() const
{
    const Result<Endpoint> typed = endpoint();
    return typed && !(typed->password.isEmpty() && typed->sentinels.password.isEmpty());
}

void EndpointFields::check()
{
    const Result<Endpoint> typed = endpoint();
    if (m_tls)
        m_tls->setEnabled(typed && typed->transport == Endpoint::Transport::Tls);
    if (m_sentinels)
        m_sentinels->setEnabled(typed && typed->isFoundBySentinels());
    Q_EMIT changed();
}

void EndpointFields::takePasswordOut()
{
    const Result<Endpoint> typed = Endpoint::fromUri(m_address->text().trimmed());
    if (!typed || (typed->password.isEmpty() && typed->sentinels.password.isEmpty()))
        return;
    if (!typed->password.isEmpty())
        m_password->setText(QString::fromUtf8(typed->password));
    if (!typed->sentinels.password.isEmpty())
        m_sentinelPassword->setText(QString::fromUtf8(typed->sentinels.password));
    m_isPasswordLeaving = true;
    setAddress(uriWithoutPassword(*typed));
    m_isPasswordLeaving = false;
}

void EndpointFields::focusFieldOf(const Error &error)
{
    const bool isPassword = error.code == ErrorCode::NoAuth || error.code == ErrorCode::WrongPass
        || error.code == ErrorCode::NoPasswordSet;
    QLineEdit *field = isPassword ? m_password
        : error.code == ErrorCode::NoSentinel && !m_sentinelPassword->text().isEmpty()
        ? m_sentinelPassword
        : m_address;
    field->selectAll();
    field->setFocus();
}

void EndpointFields::focusAddress()
{
    m_address->selectAll();
    m_address->setFocus();
}

} // namespace lockstep
