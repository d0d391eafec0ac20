#pragma once

#include <QString>
#include <QTemporaryDir>

namespace lockstep {

// Certificates made by the openssl program for one test run, in a temporary folder. A step that
// fails ends the test program with what openssl said. PEM files all.
class TestCertificates
{
public:
    struct Pair
    {
        QString certificate;
        QString key;
    };

    TestCertificates();

    [[nodiscard]] QString authority() const; // signed everything below
    [[nodiscard]] QString strangeAuthority() const; // signed nothing
    [[nodiscard]] Pair server() const; // for localhost and 127.0.0.1
    [[nodiscard]] Pair otherNameServer() const; // for elsewhere.example
    [[nodiscard]] Pair expiredServer() const; // for localhost, ended yesterday
    [[nodiscard]] Pair clientRsa() const;
    [[nodiscard]] Pair clientEc() const;

private:
    enum class KeyKind { Rsa, Ec };

    void makeAuthority(const QString &name);
    void makeKey(const QString &name, KeyKind kind);
    // names: "DNS:localhost,IP:127.0.0.1"
    void makeSigned(const QString &name, KeyKind kind, const QString &names, int days);
    void openssl(const QStringList &arguments);
    [[nodiscard]] QString file(const QString &name) const;
    [[nodiscard]] Pair pair(const QString &name) const;

    QTemporaryDir m_folder;
};

} // namespace lockstep
