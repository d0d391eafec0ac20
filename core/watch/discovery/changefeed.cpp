// The best feed the server and the permissions allow:
//     push           CLIENT TRACKING, redirected to a connection that listens. Default mode on the
//     reader costs at
//                    most one push and one read a turn for each watched key, however often it is
//                    written. Broadcasting on the scanner tells of new keys; it reports every
//                    write, so it is kept only while that is affordable: everything, else some
//                    prefixes, else nothing.
//     notifications  keyspace events, where tracking is not to be had and the server has them
//                    switched on. Nothing announces that they are switched off, so the setting is
//                    asked for every other second.
//     polling        of the watched keys only, by whoever owns this feed.
// A server whose table of tracked names is full forgets what was read. Then the default mode is
// given up, and broadcasting alone tells of changes if it is affordable; else they are polled.
// Rejected: broadcasting alone (a hot key would be the load), one connection for both modes (a
// connection has one).

#include "core/watch/discovery/changefeed.h"

#include "core/redis/values/errorclasses.h"
#include "core/watch/discovery/inventory.h"
#include "core/watch/link/missingpermission.h"

#include <algorithm>

namespace lockstep {

namespace {

const QByteArray invalidations = QByteArrayLiteral("__redis__:invalidate");
constexpr std::size_t mostPrefixes = 64;
constexpr int loudChecksToNarrow = 2;
// Idle names a second: those that lead neither to a reading nor to a new object. Each costs the
// server as much as three or four small commands, most of it for writing to us in a turn of its
// loop in which it would not have.
constexpr double namesPerCommand = 0.02; // that the server executes for others
constexpr double leastBudget = 50;
// Notifications are given up as a whole, and for good: so not before they are many.
constexpr double notificationsPerCommand = 0.1;
constexpr double leastBudgetOfNotifications = 250;
constexpr int checksPerSetting = 2;
constexpr auto retryAfter = Milliseconds(250); // of a step, while the server is busy

// "AK", "KEA", …: events about keys, of all classes that a value can have.
bool coversEverything(const QByteArray &flags)
{
    if (!flags.contains('K'))
        return false;
    if (flags.contains('A'))
        return true;
    return std::all_of(std::begin("g$lshzxe"), std::end("g$lshzxe") - 1,
        [&](char c) { return flags.contains(c); });
}

Command askSetting()
{
    return {"CONFIG", "GET", "notify-keyspace-events"};
}

bool isSwitchedOn(const Reply &setting)
{
    return setting.elements.size() == 2 && coversEverything(setting.elements[1].text);
}

} // namespace

ChangeFeed::ChangeFeed(Connection *reader, Connection *scanner, Connection *subscriberConnection,
    const QByteArray &prefix, int budget, QObject *parent)
    : QObject(parent)
    , m_reader(reader)
    , m_scanner(scanner)
    , m_subscriberConnection(subscriberConnection)
    , m_prefix(prefix)
    , m_mostBudget(budget)
    , m_budget(budget)
    , m_prefixes{{prefix}}
{
    m_check.setInterval(std::chrono::seconds(1));
    connect(&m_check, &QTimer::timeout, this, &ChangeFeed::checkBudget);
}

void ChangeFeed::send(
    Connection *connection, const Command &command, std::function<void(const Result<Reply> &)> done)
{
    connection->send(
        command, [this, run = m_run, done = std::move(done)](const Result<Reply> &reply) {
            if (run == m_run)
                done(reply);
        });
}

void ChangeFeed::start()
{
    stop();
    m_tableIsFull = false;
    m_budget = m_mostBudget;
    m_prefixes = {{m_prefix}};
    m_dropped.clear();
    m_reason = ModeReason::NotDecided;
    m_mayNotify = m_isAskingSetting = false;
    identify();
}

void ChangeFeed::identify()
{
    send(m_subscriberConnection, {"CLIENT", "ID"}, [this](const Result<Reply> &reply) {
        if (reply) {
            m_redirect = QByteArray::number(reply->integer);
            listen();
        } else {
            refused({"CLIENT", "ID"}, reply.error(), ModeReason::TrackingNotPermitted,
                &ChangeFeed::identify);
        }
    });
}

void ChangeFeed::stop()
{
    ++m_run;
    m_check.stop();
    m_subscriber.reset();
    m_mode = WatchMode::None;
    m_reason = ModeReason::NotConnected;
}

void ChangeFeed::makeSubscriber()
{
    m_subscriber = std::make_unique<Subscriber>(m_subscriberConnection);
    connect(m_subscriber.get(), &Subscriber::message, this, &ChangeFeed::hear);
    connect(m_subscriber.get(), &Subscriber::subscribed, this, [this](const QByteArray &what) {
        if (what == invalidations)
            track();
        else
            useNotifications();
    });
    connect(m_subscriber.get(), &Subscriber::denied, this,
        [this](const QByteArray &what, const Error &error) {
            if (what == invalidations)
                refused({"SUBSCRIBE", what}, error, ModeReason::SubscribeNotPermitted,
                    &ChangeFeed::listen);
            else if (willPass(error.code))
                again(&ChangeFeed::listenToKeyspace);
            else
                doWithoutNotifications();
        });
}

void ChangeFeed::listen()
{
    makeSubscriber();
    m_subscriber->subscribe(invalidations);
}

void ChangeFeed::track()
{
    const Command command{"CLIENT", "TRACKING", "ON", "REDIRECT", m_redirect};
    send(m_reader, command, [this, command](const Result<Reply> &reply) {
        if (!reply)
            return refused(
                command, reply.error(), ModeReason::TrackingNotPermitted, &ChangeFeed::track);
        broadcast();
        decide(WatchMode::Push, ModeReason::TrackingWorks);
    });
}

void ChangeFeed::refused(const Command &command, const Error &error, ModeReason reason, Step step)
{
    if (willPass(error.code))
        return again(step);
    if (const auto missing = missingFor(command, MissingPermission::Effect::NoPush, error))
        Q_EMIT denied(*missing);
    fallBack(error.code == ErrorCode::NoPerm ? reason : ModeReason::TrackingUnknown);
}

// If it was the connection, whoever owns it has called stop() by then.
void ChangeFeed::again(Step step)
{
    QTimer::singleShot(retryAfter, this, [this, run = m_run, step] {
        if (run == m_run)
            (this->*step)();
    });
}

void ChangeFeed::fallBack(ModeReason reason)
{
    m_reason = m_withoutTracking = reason;
    askForNotifications();
}

void ChangeFeed::askForNotifications()
{
    const auto asked = Instant::clock::now();
    send(m_scanner, askSetting(), [this, asked](const Result<Reply> &reply) {
        if (!reply && willPass(reply.error().code))
            return again(&ChangeFeed::askForNotifications);
        m_mayNotify = reply.has_value();
        m_notifiedUntil = asked;
        if (reply && isSwitchedOn(*reply))
            listenToKeyspace();
        else
            decide(WatchMode::Polling, m_reason);
    });
}

void ChangeFeed::checkNotifications()
{
    const bool usesThem = m_mode == WatchMode::Notifications;
    const bool wantsThem = m_mode == WatchMode::Polling && m_mayNotify;
    if ((!usesThem && !wantsThem) || m_isAskingSetting || ++m_checks < checksPerSetting)
        return;
    m_checks = 0;
    m_isAskingSetting = true;
    const auto asked = Instant::clock::now();
    send(m_scanner, askSetting(), [this, asked](const Result<Reply> &reply) {
        m_isAskingSetting = false;
        if (!reply && willPass(reply.error().code))
            return;
        // Where it may not be asked any more, nothing tells that they are on.
        m_mayNotify = m_mayNotify && reply;
        takeSetting(reply && isSwitchedOn(*reply), asked);
    });
}

void ChangeFeed::takeSetting(bool isOn, Instant asked)
{
    if (isOn && m_mode == WatchMode::Polling && m_mayNotify) {
        listenToKeyspace();
    } else if (isOn) {
        m_notifiedUntil = asked;
    } else if (m_mode == WatchMode::Notifications) {
        m_subscriber->unsubscribePattern(m_pattern);
        Q_EMIT notificationsLost(m_notifiedUntil);
        decide(WatchMode::Polling, ModeReason::NotificationsOff);
    }
}

void ChangeFeed::listenToKeyspace()
{
    makeSubscriber();
    m_pattern = "__keyspace@" + QByteArray::number(m_subscriberConnection->endpoint().database)
        + "__:" + patternFor(m_prefix);
    m_subscriber->subscribePattern(m_pattern);
}

// For good.
void ChangeFeed::doWithoutNotifications()
{
    m_mayNotify = false;
    decide(WatchMode::Polling, m_withoutTracking);
}

void ChangeFeed::useNotifications()
{
    const bool isBack = m_mode == WatchMode::Polling;
    decide(WatchMode::Notifications, m_withoutTracking);
    if (isBack)
        Q_EMIT notificationsBack();
}

void ChangeFeed::decide(WatchMode mode, ModeReason reason)
{
    m_mode = mode;
    m_reason = reason;
    m_idle = 0;
    m_loudChecks = 0;
    m_check.start();
    Q_EMIT decided();
}

void ChangeFeed::broadcast()
{
    send(m_scanner, {"CLIENT", "TRACKING", "OFF"}, [](const Result<Reply> &) {});
    if (m_prefixes.empty())
        return;
    Command command{"CLIENT", "TRACKING", "ON", "REDIRECT", m_redirect, "BCAST"};
    for (const auto &each : m_prefixes) {
        if (!each.prefix.isEmpty())
            command << QByteArrayLiteral("PREFIX") << each.prefix;
    }
    send(m_scanner, command, [this](const Result<Reply> &reply) {
        if (reply)
            return;
        if (willPass(reply.error().code))
            return again(&ChangeFeed::broadcast);
        m_prefixes.clear(); // new keys come by inventory only
        m_dropped = {QStringLiteral("*")};
        settle();
        Q_EMIT narrowed();
    });
}

void ChangeFeed::setOthers(std::optional<double> commandsPerSecond)
{
    m_budget = m_mostBudget;
    if (commandsPerSecond) {
        const bool notifies = m_mode == WatchMode::Notifications;
        const auto affordable = std::max(notifies ? leastBudgetOfNotifications : leastBudget,
            (notifies ? notificationsPerCommand : namesPerCommand) * *commandsPerSecond);
        m_budget = static_cast<int>(std::min<double>(m_mostBudget, affordable));
    }
}

void ChangeFeed::hear(const QByteArray &channel, const Reply &payload)
{
    ++m_messages;
    if (channel != invalidations) {
        announce({channel.mid(channel.indexOf(':') + 1)});
    } else if (payload.isNil()) {
        Q_EMIT flushed();
    } else {
        std::vector<QByteArray> names;
        names.reserve(payload.elements.size());
        for (const auto &element : payload.elements)
            names.push_back(element.text);
        announce(names);
        if (payload.isCut)
            Q_EMIT overflowed();
    }
}

// What is read is announced in both modes, and the server writes both at once: the second is not
// idle, or the prefixes of what changes most would be given up first.
void ChangeFeed::announce(const std::vector<QByteArray> &names)
{
    if (m_heardNow.isEmpty())
        QMetaObject::invokeMethod(
            this, [this] { m_heardNow.clear(); }, Qt::QueuedConnection);
    const auto known = m_heardNow.size();
    for (const auto &name : names)
        m_heardNow.insert(name);
    const qint64 heardFirst = m_heardNow.size() - known;
    const auto useful = m_useful;
    Q_EMIT changed(names);
    if (!names.empty())
        noteIdle(names.front(), std::max<qint64>(heardFirst - (m_useful - useful), 0));
}

// A message names keys of one prefix only.
void ChangeFeed::noteIdle(const QByteArray &name, qint64 names)
{
    m_idle += names;
    for (auto &each : m_prefixes)
        each.idle += name.startsWith(each.prefix) ? names : 0;
}

void ChangeFeed::checkBudget()
{
    m_loudChecks = std::exchange(m_idle, 0) > m_budget ? m_loudChecks + 1 : 0;
    Q_EMIT checked();
    checkNotifications();
    if (m_loudChecks < loudChecksToNarrow) {
        for (auto &each : m_prefixes)
            each.idle = 0;
        return;
    }
    m_loudChecks = 0;
    if (m_mode == WatchMode::Notifications) {
        m_subscriber->unsubscribePattern(m_pattern);
        m_dropped = {QString::fromUtf8(m_prefix) + u'*'};
        doWithoutNotifications();
    } else if (m_mode == WatchMode::Push || m_tableIsFull) {
        dropLoudest();
    }
    Q_EMIT narrowed();
}

void ChangeFeed::dropLoudest()
{
    if (m_prefixes.empty())
        return; // what is loud now are watched keys, and those are read at most once a turn
    if (m_prefixes.size() == 1 && m_prefixes.front().prefix == m_prefix) {
        m_dropped = {QString::fromUtf8(m_prefix) + u'*'};
        m_prefixes.clear();
        if (m_prefix.isEmpty() && m_fallback) {
            for (const auto &prefix : m_fallback(mostPrefixes))
                m_prefixes.push_back({prefix});
        }
    } else {
        const auto loudest = std::max_element(m_prefixes.begin(), m_prefixes.end(),
            [](const Announced &a, const Announced &b) { return a.idle < b.idle; });
        m_dropped.append(QString::fromUtf8(loudest->prefix) + u'*');
        m_prefixes.erase(loudest);
    }
    broadcast();
    settle();
}

bool ChangeFeed::announcesAll() const
{
    if (m_mode == WatchMode::Notifications)
        return true;
    const bool tracks = m_mode == WatchMode::Push || m_tableIsFull;
    return tracks && m_prefixes.size() == 1 && m_prefixes.front().prefix == m_prefix;
}

void ChangeFeed::giveUpTable()
{
    if (m_mode != WatchMode::Push || m_tableIsFull)
        return;
    m_tableIsFull = true;
    send(m_reader, {"CLIENT", "TRACKING", "OFF"}, [](const Result<Reply> &) {});
    // It may have been the forgotten names that made the feed too loud.
    m_prefixes = {{m_prefix}};
    m_dropped.clear();
    broadcast();
    settle();
}

// Without the table, what is not broadcast has to be polled.
void ChangeFeed::settle()
{
    const auto mode = m_tableIsFull && !announcesAll() ? WatchMode::Polling : WatchMode::Push;
    if (m_tableIsFull && (m_mode != mode || m_reason != ModeReason::TrackingTableFull))
        decide(mode, ModeReason::TrackingTableFull);
}

void ChangeFeed::widen()
{
    if ((m_mode != WatchMode::Push && !m_tableIsFull) || m_dropped.isEmpty())
        return;
    m_prefixes = {{m_prefix}};
    m_dropped.clear();
    broadcast();
    settle();
    Q_EMIT narrowed();
}

} // namespace lockstep
