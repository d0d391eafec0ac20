#include "core/redis/connection/sentineltransport.h"

namespace lockstep {

SentinelTransport::SentinelTransport(const Endpoint &group)
    : m_group(group)
    , m_lookup(std::make_unique<PrimaryLookup>(group))
{
    connect(m_lookup.get(), &PrimaryLookup::found, this, &SentinelTransport::found);
    connect(m_lookup.get(), &PrimaryLookup::failed, this, &SentinelTransport::fail);
}

SentinelTransport::~SentinelTransport() = default;

void SentinelTransport::start()
{
    m_lookup->start();
}

void SentinelTransport::abort()
{
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
    if (m_server)
        return fail({ErrorCode::ConnectionLost,
            QStringLiteral("the Sentinels name another primary: ") + primary.display()});
    m_primary = primary;
    m_server = Transport::create(m_group.at(primary));
    connect(m_server.get(), &Transport::ready, this, &Transport::ready);
    connect(m_server.get(), &Transport::readable, this, &Transport::readable);
    connect(m_server.get(), &Transport::failed, this, [this](const Error &error) {
        fail({error.code, m_primary.display() + QStringLiteral(": ") + error.detail});
    });
    m_server->start();
}

} // namespace lockstep
