#include "tests/support/testcertificates.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>

namespace lockstep {

TestCertificates::TestCertificates()
{
    if (QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty())
        qFatal("This test makes its own certificates: install the package openssl.");
    if (!m_folder.isValid())
        qFatal("No temporary folder: %s", qPrintable(m_folder.errorString()));

    const QString here = QStringLiteral("DNS:localhost,IP:127.0.0.1");
    makeAuthority(QStringLiteral("authority"));
    makeAuthority(QStringLiteral("stranger"));
    makeSigned(QStringLiteral("server"), KeyKind::Rsa, here, 30);
    makeSigned(QStringLiteral("other"), KeyKind::Ec, QStringLiteral("DNS:elsewhere.example"), 30);
    makeSigned(QStringLiteral("expired"), KeyKind::Ec, here, -1);
    makeSigned(QStringLiteral("client-rsa"), KeyKind::Rsa, QStringLiteral("DNS:client"), 30);
    makeSigned(QStringLiteral("client-ec"), KeyKind::Ec, QStringLiteral("DNS:client"), 30);
}

QString TestCertificates::file(const QString &name) const
{
    return m_folder.path() + QLatin1Char('/') + name;
}

TestCertificates::Pair TestCertificates::pair(const QString &name) const
{
    return {file(name + QStringLiteral(".crt")), file(name + QStringLiteral(".key"))};
}

QString TestCertificates::authority() const
{
    return pair(QStringLiteral("authority")).certificate;
}

QString TestCertificates::strangeAuthority() const
{
    return pair(QStringLiteral("stranger")).certificate;
}

TestCertificates::Pair TestCertificates::server() const
{
    return pair(QStringLiteral("server"));
}

TestCertificates::Pair TestCertificates::otherNameServer() const
{
    return pair(QStringLiteral("other"));
}

TestCertificates::Pair TestCertificates::expiredServer() const
{
    return pair(QStringLiteral("expired"));
}

TestCertificates::Pair TestCertificates::clientRsa() const
{
    return pair(QStringLiteral("client-rsa"));
}

TestCertificates::Pair TestCertificates::clientEc() const
{
    return pair(QStringLiteral("client-ec"));
}

void TestCertificates::makeAuthority(const QString &name)
{
    makeKey(name, KeyKind::Ec);
    const Pair made = pair(name);
    openssl({QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-new"),
        QStringLiteral("-key"), made.key, QStringLiteral("-subj"),
        QStringLiteral("/CN=Test authority ") + name, QStringLiteral("-days"), QStringLiteral("30"),
        QStringLiteral("-out"), made.certificate});
}

void TestCertificates::makeKey(const QString &name, KeyKind kind)
{
    QStringList arguments{QStringLiteral("genpkey"), QStringLiteral("-out"), pair(name).key};
    if (kind == KeyKind::Rsa)
        arguments << QStringLiteral("-algorithm") << QStringLiteral("RSA")
                  << QStringLiteral("-pkeyopt") << QStringLiteral("rsa_keygen_bits:2048");
    else
        arguments << QStringLiteral("-algorithm") << QStringLiteral("EC")
                  << QStringLiteral("-pkeyopt") << QStringLiteral("ec_paramgen_curve:P-256");
    openssl(arguments);
}

void TestCertificates::makeSigned(const QString &name, KeyKind kind, const QString &names, int days)
{
    makeKey(name, kind);
    const Pair made = pair(name);
    const Pair authority = pair(QStringLiteral("authority"));
    const QString request = file(name + QStringLiteral(".csr"));
    const QString extensions = file(name + QStringLiteral(".ext"));
    QFile extensionFile(extensions);
    if (!extensionFile.open(QIODevice::WriteOnly))
        qFatal("%s", qPrintable(extensionFile.errorString()));
    extensionFile.write("subjectAltName=" + names.toLatin1() + '\n');
    extensionFile.close();

    openssl({QStringLiteral("req"), QStringLiteral("-new"), QStringLiteral("-key"), made.key,
        QStringLiteral("-subj"), QStringLiteral("/CN=") + name, QStringLiteral("-out"), request});
    openssl({QStringLiteral("x509"), QStringLiteral("-req"), QStringLiteral("-in"), request,
        QStringLiteral("-CA"), authority.certificate, QStringLiteral("-CAkey"), authority.key,
        QStringLiteral("-CAcreateserial"), QStringLiteral("-days"), QString::number(days),
        QStringLiteral("-extfile"), extensions, QStringLiteral("-out"), made.certificate});
}

void TestCertificates::openssl(const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral("openssl"), arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        qFatal("openssl %s: %s", qPrintable(arguments.join(QLatin1Char(' '))),
            process.readAll().constData());
}

} // namespace lockstep
