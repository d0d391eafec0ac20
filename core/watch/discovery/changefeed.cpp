// The best feed the server and the permissions allow:
//     push           CLIENT TRACKING, redirected to a connection that listens. Default mode on the
//                    reader costs at most one push and one read a turn for each watched key,
//                    however often it is written. Broadcasting on the scanner tells of new keys; it
//                    reports every write, so only what FeedBudget affords is broadcast.
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
constexpr int secondsPerSetting = 2;
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
    , m_budget(prefix, budget)
{
    m_second.setInterval(std::chrono::seconds(1));
    connect(&m_second, &QTimer::timeout, this, &ChangeFeed::onSecondEnded);
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
    m_budget.reset();
    m_reason = ModeReason::NotDecided;
    m_mayNotify = m_isAskingSetting = false;
    askClientId();
}

void ChangeFeed::askClientId()
{
    send(m_subscriberConnection, {"CLIENT", "ID"}, [this](const Result<Reply> &reply) {
        if (reply) {
            m_redirect = QByteArray::number(reply->integer);
            subscribeToInvalidations();
        } else {
            onRefused({"CLIENT", "ID"}, reply.error(), ModeReason::TrackingNotPermitted,
                &ChangeFeed::askClientId);
        }
    });
}

void ChangeFeed::stop()
{
    ++m_run;
    m_second.stop();
    m_subscriber.reset();
    m_mode = WatchMode::None;
    m_reason = ModeReason::NotConnected;
}

void ChangeFeed::makeSubscriber()
{
    m_subscriber = std::make_unique<Subscriber>(m_subscriberConnection);
    connect(m_subscriber.get(), &Subscriber::message, this, &ChangeFeed::onMessage);
    connect(m_subscriber.get(), &Subscriber::subscribed, this, [this](const QByteArray &what) {
        if (what == invalidations)
            startTracking();
        else
            useNotifications();
    });
    connect(m_subscriber.get(), &Subscriber::denied, this,
        [this](const QByteArray &what, const Error &error) {
            if (what == invalidations)
                onRefused({"SUBSCRIBE", what}, error, ModeReason::SubscribeNotPermitted,
                    &ChangeFeed::subscribeToInvalidations);
            else if (isTransient(error.code))
                retryLater(&ChangeFeed::subscribeToKeyspace);
            else
                giveUpNotifications();
        });
}

void ChangeFeed::subscribeToInvalidations()
{
    makeSubscriber();
    m_subscriber->subscribe(invalidations);
}

void ChangeFeed::startTracking()
{
    const Command command{"CLIENT", "TRACKING", "ON", "REDIRECT", m_redirect};
    send(m_reader, command, [this, command](const Result<Reply> &reply) {
        if (!reply)
            return onRefused(command, reply.error(), ModeReason::TrackingNotPermitted,
                &ChangeFeed::startTracking);
        startBroadcasting();
        setMode(WatchMode::Push, ModeReason::TrackingWorks);
    });
}

void ChangeFeed::onRefused(const Command &command, const Error &error, ModeReason reason, Step step)
{
    if (isTransient(error.code))
        return retryLater(step);
    if (const auto missing = missingFor(command, MissingPermission::Effect::NoPush, error))
        Q_EMIT denied(*missing);
    fallBackToNotifications(error.code == ErrorCode::NoPerm ? reason : ModeReason::TrackingUnknown);
}

// Tries the step again after a pause. If the connection is lost, the owner of this feed calls
// stop() before that.
void ChangeFeed::retryLater(Step step)
{
    QTimer::singleShot(retryAfter, this, [this, run = m_run, step] {
        if (run == m_run)
            (this->*step)();
    });
}

void ChangeFeed::fallBackToNotifications(ModeReason reason)
{
    m_reason = m_reasonWithoutTracking = reason;
    askForNotifications();
}

void ChangeFeed::askForNotifications()
{
    const auto asked = Instant::clock::now();
    send(m_scanner, askSetting(), [this, asked](const Result<Reply> &reply) {
        if (!reply && isTransient(reply.error().code))
            return retryLater(&ChangeFeed::askForNotifications);
        m_mayNotify = reply.has_value();
        m_notifiedUntil = asked;
        if (reply && isSwitchedOn(*reply))
            subscribeToKeyspace();
        else
            setMode(WatchMode::Polling, m_reason);
    });
}

void ChangeFeed::checkNotificationSetting()
{
    const bool usesThem = m_mode == WatchMode::Notifications;
    const bool wantsThem = m_mode == WatchMode::Polling && m_mayNotify;
    if ((!usesThem && !wantsThem) || m_isAskingSetting
        || ++m_secondsSinceSetting < secondsPerSetting)
        return;
    m_secondsSinceSetting = 0;
    m_isAskingSetting = true;
    const auto asked = Instant::clock::now();
    send(m_scanner, askSetting(), [this, asked](const Result<Reply> &reply) {
        m_isAskingSetting = false;
        if (!reply && isTransient(reply.error().code))
            return;
        // Where it may not be asked any more, nothing tells that they are on.
        m_mayNotify = m_mayNotify && reply;
        takeNotificationSetting(reply && isSwitchedOn(*reply), asked);
    });
}

void ChangeFeed::takeNotificationSetting(bool isOn, Instant asked)
{
    if (isOn && m_mode == WatchMode::Polling && m_mayNotify) {
        subscribeToKeyspace();
    } else if (isOn) {
        m_notifiedUntil = asked;
    } else if (m_mode == WatchMode::Notifications) {
        m_subscriber->unsubscribePattern(m_keyspacePattern);
        Q_EMIT notificationsLost(m_notifiedUntil);
        setMode(WatchMode::Polling, ModeReason::NotificationsOff);
    }
}

void ChangeFeed::subscribeToKeyspace()
{
    makeSubscriber();
    m_keyspacePattern = "__keyspace@"
        + QByteArray::number(m_subscriberConnection->endpoint().database)
        + "__:" + patternFor(m_prefix);
    m_subscriber->subscribePattern(m_keyspacePattern);
}

// Gives up keyspace notifications until the next start().
void ChangeFeed::giveUpNotifications()
{
    m_mayNotify = false;
    setMode(WatchMode::Polling, m_reasonWithoutTracking);
}

void ChangeFeed::useNotifications()
{
    const bool isBack = m_mode == WatchMode::Polling;
    setMode(WatchMode::Notifications, m_reasonWithoutTracking);
    if (isBack)
        Q_EMIT notificationsReturned();
}

void ChangeFeed::setMode(WatchMode mode, ModeReason reason)
{
    m_mode = mode;
    m_reason = reason;
    m_budget.startCounting();
    m_second.start();
    Q_EMIT modeDecided();
}

void ChangeFeed::startBroadcasting()
{
    send(m_scanner, {"CLIENT", "TRACKING", "OFF"}, [](const Result<Reply> &) {});
    const auto prefixes = m_budget.prefixes();
    if (prefixes.empty())
        return;
    Command command{"CLIENT", "TRACKING", "ON", "REDIRECT", m_redirect, "BCAST"};
    for (const auto &prefix : prefixes) {
        if (!prefix.isEmpty())
            command << QByteArrayLiteral("PREFIX") << prefix;
    }
    send(m_scanner, command, [this](const Result<Reply> &reply) {
        if (reply)
            return;
        if (isTransient(reply.error().code))
            return retryLater(&ChangeFeed::startBroadcasting);
        m_budget.dropAll(); // new keys come by inventory only
        updateModeWithoutTable();
        Q_EMIT droppedChanged();
    });
}

void ChangeFeed::setServerLoad(std::optional<double> commandsPerSecond)
{
    m_budget.setServerLoad(commandsPerSecond,
        m_mode == WatchMode::Notifications ? FeedBudget::ofNotifications : FeedBudget::ofTracking);
}

void ChangeFeed::onMessage(const QByteArray &channel, const Reply &payload)
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

// A key that was read is announced in both modes, and the server writes both messages at once. The
// second one counts as no idle name, or the prefixes of what changes most would be given up first.
void ChangeFeed::announce(const std::vector<QByteArray> &names)
{
    if (m_announcedNow.isEmpty())
        QMetaObject::invokeMethod(
            this, [this] { m_announcedNow.clear(); }, Qt::QueuedConnection);
    const auto known = m_announcedNow.size();
    for (const auto &name : names)
        m_announcedNow.insert(name);
    const qint64 announcedFirst = m_announcedNow.size() - known;
    const auto usefulBefore = m_usefulNames;
    Q_EMIT changed(names);
    const auto useful = m_usefulNames - usefulBefore;
    if (!names.empty())
        m_budget.noteIdle(names.front(), std::max<qint64>(announcedFirst - useful, 0));
}

void ChangeFeed::onSecondEnded()
{
    const bool costsTooMuch = m_budget.endSecond();
    Q_EMIT secondEnded();
    checkNotificationSetting();
    if (!costsTooMuch)
        return;
    if (m_mode == WatchMode::Notifications) {
        m_subscriber->unsubscribePattern(m_keyspacePattern);
        m_budget.dropAll();
        giveUpNotifications();
    } else if (m_mode == WatchMode::Push || m_tableIsFull) {
        dropBusiestPrefix();
    }
    Q_EMIT droppedChanged();
}

// Announces fewer names. If nothing is broadcast there is nothing to do: only watched keys are
// announced, and those are read at most once a turn.
void ChangeFeed::dropBusiestPrefix()
{
    if (m_budget.prefixes().empty())
        return;
    m_budget.dropBusiest();
    startBroadcasting();
    updateModeWithoutTable();
}

bool ChangeFeed::announcesAll() const
{
    if (m_mode == WatchMode::Notifications)
        return true;
    const bool tracks = m_mode == WatchMode::Push || m_tableIsFull;
    return tracks && m_budget.announcesAll();
}

void ChangeFeed::giveUpTable()
{
    if (m_mode != WatchMode::Push || m_tableIsFull)
        return;
    m_tableIsFull = true;
    send(m_reader, {"CLIENT", "TRACKING", "OFF"}, [](const Result<Reply> &) {});
    // Maybe the names that the full table forgot were what cost too much.
    m_budget.announceAll();
    startBroadcasting();
    updateModeWithoutTable();
}

// Decides the mode while the table is full: what is not broadcast has to be polled.
void ChangeFeed::updateModeWithoutTable()
{
    const auto mode = m_tableIsFull && !announcesAll() ? WatchMode::Polling : WatchMode::Push;
    if (m_tableIsFull && (m_mode != mode || m_reason != ModeReason::TrackingTableFull))
        setMode(mode, ModeReason::TrackingTableFull);
}

void ChangeFeed::announceAllAgain()
{
    if ((m_mode != WatchMode::Push && !m_tableIsFull) || dropped().isEmpty())
        return;
    m_budget.announceAll();
    startBroadcasting();
    updateModeWithoutTable();
    Q_EMIT droppedChanged();
}

} // namespace lockstep
