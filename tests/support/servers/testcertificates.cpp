#include "tests/support/servers/testcertificates.h"

#include <QDateTime>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>

namespace lockstep {

namespace {

void writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("%s: %s", qPrintable(path), qPrintable(file.errorString()));
}

} // namespace

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

// With `openssl ca`: it alone takes the moment at which a certificate begins and ends in every
// version, and an expired one is needed. It wants a database of what it has signed.
void TestCertificates::makeSigned(const QString &name, KeyKind kind, const QString &names, int days)
{
    makeKey(name, kind);
    const Pair made = pair(name);
    const Pair authority = pair(QStringLiteral("authority"));
    const QString request = file(name + QStringLiteral(".csr"));
    const QString settings = file(name + QStringLiteral(".cnf"));
    const QByteArray folder = QFile::encodeName(m_folder.path());
    writeFile(file(QStringLiteral("signed")), {});
    writeFile(settings,
        "[ca]\ndefault_ca = authority\n"
        "[authority]\ndatabase = "
            + folder + "/signed\nnew_certs_dir = " + folder
            + "\ndefault_md = sha256\npolicy = names\nrand_serial = yes\nx509_extensions = "
              "extensions\n"
              "[names]\ncommonName = supplied\n"
              "[extensions]\nsubjectAltName = "
            + names.toLatin1() + '\n');

    openssl({QStringLiteral("req"), QStringLiteral("-new"), QStringLiteral("-key"), made.key,
        QStringLiteral("-subj"), QStringLiteral("/CN=") + name, QStringLiteral("-out"), request});
    const auto moment = [](int daysFromNow) {
        return QDateTime::currentDateTimeUtc()
            .addDays(daysFromNow)
            .toString(QStringLiteral("yyyyMMddhhmmss'Z'"));
    };
    openssl({QStringLiteral("ca"), QStringLiteral("-batch"), QStringLiteral("-notext"),
        QStringLiteral("-config"), settings, QStringLiteral("-cert"), authority.certificate,
        QStringLiteral("-keyfile"), authority.key, QStringLiteral("-startdate"),
        moment(std::min(0, days - 1)), QStringLiteral("-enddate"), moment(days),
        QStringLiteral("-in"), request, QStringLiteral("-out"), made.certificate});
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
