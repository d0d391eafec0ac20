// Keeps two sets of subscriptions: those that are wanted and those that the server has confirmed.
// After a reconnect the second is empty and the first is asked for again, one command for each
// name, so that a refusal names its channel. A name that was denied stays wanted: the permission
// may be there after the next reconnect.
//
// A message that arrives between unsubscribe() and its confirmation is not handed on.

#include "core/redis/connection/subscriber.h"

#include <QPointer>

namespace lockstep {

class Subscriber::Private
{
public:
    struct Kind
    {
        QByteArray subscribe;
        QByteArray unsubscribe;
        QSet<QByteArray> wanted{};
        QSet<QByteArray> active{};
    };

    Private(Subscriber *owner, Connection *through)
        : q(owner)
        , connection(through)
        , wasOpen(through->state() == Connection::State::Open)
    {
    }

    void add(Kind &kind, const QByteArray &name);
    void remove(Kind &kind, const QByteArray &name);
    void ask(Kind &kind, const QByteArray &name);
    void answered(Kind &kind, const QByteArray &name, const Result<Reply> &reply);
    void askAgain();
    void deliver(const Reply &pushed);

    Subscriber *q;
    QPointer<Connection> connection;
    Kind channels{"SUBSCRIBE", "UNSUBSCRIBE"};
    Kind patterns{"PSUBSCRIBE", "PUNSUBSCRIBE"};
    bool wasOpen;
    bool restoring = false;
    qsizetype unconfirmed = 0;
};

void Subscriber::Private::add(Kind &kind, const QByteArray &name)
{
    if (kind.wanted.contains(name))
        return;
    kind.wanted.insert(name);
    if (connection && connection->state() == Connection::State::Open)
        ask(kind, name);
}

void Subscriber::Private::remove(Kind &kind, const QByteArray &name)
{
    if (!kind.wanted.remove(name) || !connection || connection->state() != Connection::State::Open)
        return;
    const QPointer<Subscriber> alive(q);
    connection->send({kind.unsubscribe, name}, [this, alive, &kind, name](Result<Reply> reply) {
        if (alive && reply)
            kind.active.remove(name);
    });
}

void Subscriber::Private::ask(Kind &kind, const QByteArray &name)
{
    ++unconfirmed;
    const QPointer<Subscriber> alive(q);
    connection->send({kind.subscribe, name}, [this, alive, &kind, name](Result<Reply> reply) {
        if (alive)
            answered(kind, name, reply);
    });
}

void Subscriber::Private::answered(Kind &kind, const QByteArray &name, const Result<Reply> &reply)
{
    --unconfirmed;
    const bool lost = !connection || connection->state() != Connection::State::Open;
    if (lost)
        return; // subscribed again when the connection is back
    const QPointer<Subscriber> alive(q);
    if (reply) {
        kind.active.insert(name);
        Q_EMIT q->subscribed(name);
    } else {
        Q_EMIT q->denied(name, reply.error());
    }
    if (alive && restoring && unconfirmed == 0) {
        restoring = false;
        Q_EMIT q->restored();
    }
}

void Subscriber::Private::askAgain()
{
    for (Kind *kind : {&channels, &patterns}) {
        kind->active.clear();
        for (const QByteArray &name : std::as_const(kind->wanted))
            ask(*kind, name);
    }
    restoring = wasOpen && unconfirmed > 0;
    wasOpen = true;
}

void Subscriber::Private::deliver(const Reply &pushed)
{
    const std::vector<Reply> &parts = pushed.elements;
    const bool byPattern = parts.size() == 4 && parts[0].text == "pmessage";
    if (byPattern && patterns.wanted.contains(parts[1].text))
        Q_EMIT q->message(parts[2].text, parts[3], parts[1].text);
    else if (parts.size() == 3 && channels.wanted.contains(parts[1].text))
        Q_EMIT q->message(parts[1].text, parts[2], {});
}

Subscriber::Subscriber(Connection *connection, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, connection))
{
    connect(connection, &Connection::opened, this, [this] { d->askAgain(); });
    connect(
        connection, &Connection::pushed, this, [this](const Reply &pushed) { d->deliver(pushed); });
}

Subscriber::~Subscriber() = default;

void Subscriber::subscribe(const QByteArray &channel)
{
    d->add(d->channels, channel);
}

void Subscriber::subscribePattern(const QByteArray &pattern)
{
    d->add(d->patterns, pattern);
}

void Subscriber::unsubscribe(const QByteArray &channel)
{
    d->remove(d->channels, channel);
}

void Subscriber::unsubscribePattern(const QByteArray &pattern)
{
    d->remove(d->patterns, pattern);
}

bool Subscriber::isActive(const QByteArray &channelOrPattern) const
{
    return d->connection && d->connection->state() == Connection::State::Open
        && (d->channels.active.contains(channelOrPattern)
            || d->patterns.active.contains(channelOrPattern));
}

} // namespace lockstep
