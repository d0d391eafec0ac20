#include "core/redis/transport/tlsfiles.h"

#include "core/redis/values/coretext.h"
#include "core/redis/values/readfile.h"

#include <QSslCertificate>
#include <QSslKey>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

constexpr qint64 longestTlsFile =
    16LL * 1024 * 1024; // the largest bundles of authorities have 300 kB

Result<QList<QSslCertificate>> certificates(const QString &path)
{
    const auto pem = readBeginning(path, longestTlsFile);
    if (!pem)
        return tl::unexpected(pem.error());
    const auto found = QSslCertificate::fromData(*pem, QSsl::Pem);
    if (found.isEmpty())
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1 contains no certificate in PEM format.").arg(path));
    return found;
}

Result<QSslKey> privateKey(const QString &path)
{
    const auto pem = readBeginning(path, longestTlsFile);
    if (!pem)
        return tl::unexpected(pem.error());
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec}) {
        const QSslKey key(*pem, algorithm, QSsl::Pem, QSsl::PrivateKey);
        if (!key.isNull())
            return key;
    }
    return failure(ErrorCode::BadInput,
        CoreText::tr("%1 contains no private key: an RSA or EC key in PEM format, without a "
                     "passphrase, is needed.")
            .arg(path));
}

} // namespace

Result<QSslConfiguration> tlsConfiguration(const TlsOptions &options)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    if (!options.caFile.isEmpty()) {
        const auto authorities = certificates(options.caFile);
        if (!authorities)
            return tl::unexpected(authorities.error());
        configuration.setCaCertificates(*authorities);
    }
    if (options.certificateFile.isEmpty())
        return configuration;
    const auto chain = certificates(options.certificateFile);
    if (!chain)
        return tl::unexpected(chain.error());
    // One file may hold both.
    const auto key =
        privateKey(options.keyFile.isEmpty() ? options.certificateFile : options.keyFile);
    if (!key)
        return tl::unexpected(key.error());
    configuration.setLocalCertificateChain(*chain);
    configuration.setPrivateKey(*key);
    return configuration;
}

} // namespace lockstep
