#include "core/redis/connection/sentinellink.h"

#include "core/redis/transport/transport.h"

namespace lockstep {

namespace {

using namespace std::chrono_literals;

ConnectionOptions briefOptions()
{
    ConnectionOptions options;
    options.connectTimeout = 2s;
    options.commandTimeout = 2s;
    options.maxReplyBytes = 64 * 1024;
    return options;
}

// The endpoint of one Sentinel, with the user and password of the group's Sentinels.
Endpoint endpointOf(const Endpoint &group, const HostPort &which)
{
    Endpoint endpoint = group.at(which);
    endpoint.user = group.sentinels.user;
    endpoint.password = group.sentinels.password;
    endpoint.database = 0; // Sentinels have no other
    return endpoint;
}

std::optional<HostPort> addressOf(const QByteArray &host, const QByteArray &port)
{
    bool isNumber = false;
    const ushort number = port.toUShort(&isNumber);
    if (host.isEmpty() || !isNumber || number == 0)
        return std::nullopt;
    return HostPort{QString::fromUtf8(host), number};
}

std::unique_ptr<Session, DropSession> sessionTo(const Endpoint &endpoint)
{
    return std::unique_ptr<Session, DropSession>(
        new Session(endpoint, briefOptions(), Transport::create(endpoint)));
}

} // namespace

SentinelLink::SentinelLink(const Endpoint &group, const HostPort &which)
    : m_sentinel(which)
    , m_name(group.sentinels.primary.toUtf8())
    , m_endpoint(endpointOf(group, which))
    , m_session(sessionTo(m_endpoint))
{
    connect(m_session.get(), &Session::opened, this, &SentinelLink::open);
    connect(m_session.get(), &Session::pushed, this, &SentinelLink::takeMessage);
    connect(m_session.get(), &Session::ended, this, &SentinelLink::end);
}

void SentinelLink::start()
{
    m_session->start();
}

// Subscribes to changes and asks for the primary. The commands are sent together, and a Sentinel
// does nothing between them, so no change is missed.
//
// The Sentinel that leads a failover names the new primary as soon as that was promoted, but says
// +switch-master only when the other replicas follow it, which takes seconds, and ten or more where
// one of them stands still. So +promoted-slave is heard too. A user who may not hear that channel
// learns of it so much later. Of one who may not ask for the epoch see SentinelLookup.
void SentinelLink::open()
{
    ask(m_session.get());
    m_session->send({"SUBSCRIBE", "+switch-master"}, [this](const Result<Reply> &reply) {
        if (!reply)
            end(reply.error());
    });
    m_session->send({"SUBSCRIBE", "+promoted-slave"}, [this](const Result<Reply> &reply) {
        if (!reply && reply.error().code != ErrorCode::NoPerm)
            end(reply.error());
    });
}

void SentinelLink::ask(Session *session)
{
    session->send({"SENTINEL", "MASTER", m_name},
        [this](const Result<Reply> &reply) { takeConfiguration(reply); });
    session->send({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", m_name},
        [this](const Result<Reply> &reply) { takeAddress(reply); });
}

// What is wrong with the name or the connection, the answer to the next command tells as well.
void SentinelLink::takeConfiguration(const Result<Reply> &reply)
{
    m_epoch.reset();
    m_epochRefusal.reset();
    if (!reply) {
        if (reply.error().code == ErrorCode::NoPerm)
            m_epochRefusal = reply.error();
        return;
    }
    const auto &fields = reply->elements; // name, value, name, value…
    for (size_t i = 0; i + 1 < fields.size(); i += 2) {
        if (fields[i].text == "config-epoch")
            m_epoch = fields[i + 1].text.toULongLong();
    }
}

void SentinelLink::takeAddress(const Result<Reply> &reply)
{
    if (!reply)
        return end(reply.error());
    std::optional<HostPort> primary;
    if (reply->elements.size() == 2)
        primary = addressOf(reply->elements[0].text, reply->elements[1].text);
    if (!primary)
        return end({ErrorCode::PrimaryUnknown, QString::fromUtf8(m_name)});
    m_primary = primary;
    m_question.reset();
    Q_EMIT changed();
}

// A message about a new primary does not tell its epoch, and a connection that is subscribed may
// ask nothing, so another one asks for both. Until it is answered, the answer of before counts.
// The message of +switch-master is "NAME OLD-HOST OLD-PORT NEW-HOST NEW-PORT"; that of
// +promoted-slave is "slave NEW-NAME NEW-HOST NEW-PORT @ NAME OLD-HOST OLD-PORT".
void SentinelLink::takeMessage(const Reply &message)
{
    if (message.elements.size() != 3 || message.elements[0].text != "message")
        return;
    const auto words = message.elements[2].text.split(' ');
    const bool isPromotion = message.elements[1].text == "+promoted-slave";
    if (words.size() == (isPromotion ? 8 : 5) && words[isPromotion ? 5 : 0] == m_name)
        askAnew();
}

void SentinelLink::askAnew()
{
    m_question = sessionTo(m_endpoint);
    connect(m_question.get(), &Session::opened, this, [this] { ask(m_question.get()); });
    connect(m_question.get(), &Session::ended, this, &SentinelLink::end);
    m_question->start();
}

void SentinelLink::end(const Error &error)
{
    if (m_error)
        return;
    m_error = error;
    m_primary.reset();
    Q_EMIT changed();
}

} // namespace lockstep
