#include "core/redis/connection/sentineltransport.h"

#include "core/redis/values/errorclasses.h"

namespace lockstep {

SentinelTransport::SentinelTransport(const Endpoint &group, std::shared_ptr<SentinelLookup> lookup)
    : m_group(group)
    , m_isShared(lookup != nullptr)
    , m_lookup(lookup ? std::move(lookup)
                      : std::make_shared<SentinelLookup>(group, SentinelLookup::Subscribe::ToOne))
{
    connect(m_lookup.get(), &SentinelLookup::found, this, &SentinelTransport::found);
    connect(m_lookup.get(), &SentinelLookup::failed, this, [this](const Error &error) {
        if (!m_server)
            fail(error);
    });
}

SentinelTransport::~SentinelTransport() = default;

void SentinelTransport::start()
{
    if (!m_isShared)
        return m_lookup->ask();
    const auto takeKnown = [this] {
        if (!m_isAborted && !m_server && m_lookup->primary())
            found(*m_lookup->primary());
    };
    QMetaObject::invokeMethod(this, takeKnown, Qt::QueuedConnection);
}

void SentinelTransport::abort()
{
    m_isAborted = true;
    m_lookup->disconnect(this);
    if (m_server) {
        m_server->disconnect(this);
        m_server->abort();
    }
}

void SentinelTransport::write(const QByteArray &bytes)
{
    if (m_server)
        m_server->write(bytes);
}

qint64 SentinelTransport::unwritten() const
{
    return m_server ? m_server->unwritten() : 0;
}

QString SentinelTransport::peer() const
{
    return m_server ? m_primary.display() : QString();
}

qint64 SentinelTransport::receive(char *bytes, qint64 size)
{
    return m_server ? m_server->read(bytes, size) : 0;
}

void SentinelTransport::found(const HostPort &primary)
{
    if (m_server) {
        if (primary != m_primary)
            fail({ErrorCode::PrimaryReplaced, primary.display()});
        return;
    }
    m_primary = primary;
    m_server = Transport::create(m_group.at(m_group.reached(primary)));
    connect(m_server.get(), &Transport::ready, this, &Transport::ready);
    connect(m_server.get(), &Transport::readable, this, &Transport::readable);
    connect(m_server.get(), &Transport::failed, this,
        [this](const Error &error) { fail(ofServer(error)); });
    m_server->start();
}

Error SentinelTransport::timeout() const
{
    return m_server ? ofServer(m_server->timeout()) : Transport::timeout();
}

// The error of connecting to the primary. If nobody answers, it becomes PrimaryUnreachable, because
// the address may be valid only between the servers.
Error SentinelTransport::ofServer(const Error &error) const
{
    const HostPort reached = m_group.reached(m_primary);
    QString where = m_primary.display();
    if (reached != m_primary)
        where += QStringLiteral(" → ") + reached.display();
    const bool nobodyAnswers =
        isServerUnreachable(error.code) || error.code == ErrorCode::ConnectTimeout;
    return {nobodyAnswers ? ErrorCode::PrimaryUnreachable : error.code,
        error.detail.isEmpty() ? where : where + QStringLiteral(": ") + error.detail};
}

} // namespace lockstep
