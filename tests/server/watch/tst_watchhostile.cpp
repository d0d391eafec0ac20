#include "core/watch/formats/rules.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/sanitized.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

// Keys and values that nobody would write who means well. The Watch neither falls over nor carries
// them home: what goes over the wire is bounded.
class TestWatchHostile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void namesMayHoldAnyBytes();
    void longNamesOfHashesAreNotTakenForLargeElements();
    void aNameThatLooksLikeAPartOfAPartAndSoOnIsPeeledOnce();
    void aHundredMegabytesUnderTheNameOfALockAreNotTransferred();
    void aMillionFieldsUnderTheNameOfALockAreNotTransferred();
    void hugeElementsAreNotTransferred();
    void aValueThatIsTooLargeForTheConnectionIsLeftAlone();
    void aWatchedLockThatGrowsTooLargeIsLeftAlone();
    void aReplyThatTakesLongOnASlowLinkIsNoDeadConnection();
    void whatWasTooLargeIsReadAgainOnceItHasShrunk_data();
    void whatWasTooLargeIsReadAgainOnceItHasShrunk();
    void aMessageOfMoreNamesThanAreTakenIsNoLostConnection();
    void namesTooLongForOneReplyAreAskedForInSmallerParts();
    void longNamesGetOverASlowLink_data();
    void longNamesGetOverASlowLink();
    void changesOfLongNamesGetOverASlowLink();
    void theWrongTypeUnderAKnownNameIsNothing();
    void aTypeThatChangesAllTheTimeDoesNoHarm();
    void holdersMayHaveAnyToken();
    void numbersBeyondAllBoundsAreNumbersOrNothing();

private:
    void setBig(const QByteArray &key, qint64 bytes);
    void setLongNames(int count, const QByteArray &token); // of 100 KB each

    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
};

void TestWatchHostile::init()
{
    m_server = std::make_unique<TestServer>();
}

void TestWatchHostile::setBig(const QByteArray &key, qint64 bytes)
{
    QVERIFY(!m_server->run({"SETRANGE", key, QByteArray::number(bytes - 1), "x"}).isError());
}

void TestWatchHostile::namesMayHoldAnyBytes()
{
    const std::vector<QByteArray> names{QByteArray("lock:\0nul", 9), QByteArray("lock:end\0", 9),
        "lock:new\nline\r\n", "lock:\xff\xfe\xc3(",
        "lock:\xe2\x80\xae"
        "right-to-left",
        "lock:<b>bold</b>", "lock:{tag}*?[x]\\", "lock: ", "lock:\"quoted\" 'twice'",
        "lock:" + QByteArray(10'000, 'n')};
    for (const auto &name : names)
        m_server->run({"SET", name, m_token, "PX", "60000"});
    m_server->run({"SET", "", "5"}); // a name may be empty
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (const auto &name : names)
        QVERIFY2(log.token(name) == m_token, name.left(30).toPercentEncoding());
    for (const auto &name : names)
        m_server->run({"SET", name, "other-" + m_token, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver) == int(names.size()); }));
    for (const auto &name : names)
        QCOMPARE(log.token(name), "other-" + m_token);
    // New ones come by push.
    const QByteArray late("lock:late\0\n\xff", 12);
    m_server->run({"SET", late, m_token, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.token(late) == m_token; }));
}

// {{{…x}:value}:value}:value: each layer names another object that it could be a part of.
// What a hash takes in memory, by which it is decided whether it is read, has the name in it.
void TestWatchHostile::longNamesOfHashesAreNotTakenForLargeElements()
{
    const auto nameOf = [](int bytes) { return "order:" + QByteArray(bytes - 6, 'x'); };
    const auto lock = [&](int bytes) {
        QVERIFY(!m_server->run({"HSET", nameOf(bytes), m_token + ":1", "1"}).isError());
    };
    const std::array sizes{100, 1'900, 2'500, 5'200, 100'000};
    for (const int bytes : sizes)
        lock(bytes);
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (const int bytes : sizes)
        QCOMPARE(log.token(nameOf(bytes)), m_token + ":1");
    lock(40'000);
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, nameOf(40'000)) == 1; }, 60s));
}

void TestWatchHostile::aNameThatLooksLikeAPartOfAPartAndSoOnIsPeeledOnce()
{
    constexpr int layers = 30'000;
    m_server->run(
        {"SET", QByteArray(layers, '{') + 'x' + QByteArray("}:value").repeated(layers), "1"});
    m_server->run({"SET", "page_view", "5"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.value("page_view"), 5);
}

void TestWatchHostile::aHundredMegabytesUnderTheNameOfALockAreNotTransferred()
{
    setBig("lock:big", 100 * 1024 * 1024);
    setBig("page_view", 100 * 1024 * 1024);
    m_server->run({"SET", "lock:grows", m_token, "PX", "60000"});
    m_server->run({"SET", "hits", "1"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.value("hits"), std::optional<double>(1));
    setBig("lock:grows", 100 * 1024 * 1024);
    m_server->run({"APPEND", "lock:big", "x"});
    m_server->run({"INCR", "hits"});
    QVERIFY(log.waitFor([&] { return log.value("hits") == 2; }));
    QVERIFY2(log.status().bytes < 1'000'000, QByteArray::number(log.status().bytes));
    QCOMPARE(log.status().link, LinkState::Connected);
    for (const auto &item : *log.now().locks)
        QVERIFY(item->reading.raw().size() <= Reading::mostRaw);
}

void TestWatchHostile::aMillionFieldsUnderTheNameOfALockAreNotTransferred()
{
    m_server->run({"EVAL",
        "for i=1,1000 do local t={} for j=1,2000 do t[j]=i*2000+j end "
        "redis.call('HSET',KEYS[1],unpack(t)) end",
        "1", "lock:many"});
    QCOMPARE(m_server->run({"HLEN", "lock:many"}).integer, qint64(1'000'000));
    m_server->run({"HSET", "the-crown", m_token + ":42", "1"});
    m_server->run({"PEXPIRE", "the-crown", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.token("the-crown"), m_token + ":42");
    QVERIFY(!log.item("lock:many"));
    // One that is watched grows to the same size.
    m_server->run({"COPY", "lock:many", "the-crown", "REPLACE"});
    m_server->run({"SET", "hits", "1"});
    QVERIFY(log.waitFor([&] { return log.value("hits") == 1; }));
    QVERIFY2(log.status().bytes < 1'000'000, QByteArray::number(log.status().bytes));
    QCOMPARE(log.status().link, LinkState::Connected);
}

void TestWatchHostile::hugeElementsAreNotTransferred()
{
    setBig("big", 10 * 1024 * 1024);
    for (int i = 0; i < 5; ++i) {
        m_server->run({"EVAL", "redis.call('RPUSH',KEYS[1],redis.call('GET',KEYS[2]))", "2",
            "ratelimit:list", "big"});
        m_server->run(
            {"EVAL", "redis.call('ZADD',KEYS[1],ARGV[1],ARGV[1]..redis.call('GET',KEYS[2]))", "2",
                "ratelimit:zset", "big", QByteArray::number(i)});
        m_server->run({"EVAL", "redis.call('HSET',KEYS[1],ARGV[1],redis.call('GET',KEYS[2]))", "2",
            "lock:hash", "big", QByteArray::number(i)});
        m_server->run({"EVAL", "redis.call('SADD',KEYS[1],ARGV[1]..redis.call('GET',KEYS[2]))", "2",
            "users:online", "big", QByteArray::number(i)});
    }
    QCOMPARE(m_server->run({"LLEN", "ratelimit:list"}).integer, qint64(5));
    m_server->run({"DEL", "big"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.value("users:online"), std::optional<double>(5));
    QVERIFY2(log.status().bytes < 1'000'000, QByteArray::number(log.status().bytes));
    m_server->run({"SADD", "users:online", "bob"});
    QVERIFY(log.waitFor([&] { return log.value("users:online") == 6; }));
    QVERIFY2(log.status().bytes < 1'000'000, QByteArray::number(log.status().bytes));
}

void TestWatchHostile::aValueThatIsTooLargeForTheConnectionIsLeftAlone()
{
    // Small members where MEMORY USAGE takes its samples, giants where the highest are looked at.
    setBig("big", 70 * 1024 * 1024);
    m_server->run({"EVAL",
        "for i=1,100000 do redis.call('ZADD',KEYS[1],i,i) end "
        "redis.call('ZADD',KEYS[1],1e9,redis.call('GET',KEYS[2]))",
        "2", "ratelimit:trap", "big"});
    m_server->run({"DEL", "big"});
    m_server->run({"SET", "hits", "1"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.value("hits") == 1; }));
    QVERIFY(log.waitFor([&] { return log.status().keysTooLarge == 1; })); // and said to be
    const auto bytes = log.status().bytes;
    QVERIFY2(bytes < 100 * 1024 * 1024, QByteArray::number(bytes));
    // It changes, and still nobody steps into it again.
    for (int i = 2; i <= 4; ++i) {
        m_server->run({"ZADD", "ratelimit:trap", "1", "member" + QByteArray::number(i)});
        m_server->run({"INCR", "hits"});
        QVERIFY(log.waitFor([&] { return log.value("hits") == i; }));
    }
    QVERIFY2(log.status().bytes < bytes + 1'000'000, QByteArray::number(log.status().bytes));
    QCOMPARE(log.status().link, LinkState::Connected);
    QVERIFY(log.count(Kind::Unseen) <= 1);
}

void TestWatchHostile::aWatchedLockThatGrowsTooLargeIsLeftAlone()
{
    m_server->run({"HSET", "the-crown", m_token + ":42", "1"});
    m_server->run({"PEXPIRE", "the-crown", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.token("the-crown"), m_token + ":42");
    setBig("big", 70 * 1024 * 1024);
    m_server->run({"EVAL", "redis.call('HSET',KEYS[1],'f',redis.call('GET',KEYS[2]))", "2",
        "the-crown", "big"});
    m_server->run({"DEL", "big"});
    QVERIFY(log.waitFor([&] { return !log.item("the-crown"); }));
    m_server->run({"SET", "hits", "1"});
    QVERIFY(log.waitFor([&] { return log.value("hits") == 1; }));
    for (int i = 2; i <= 4; ++i) {
        m_server->run({"HSET", "the-crown", "g", QByteArray::number(i)});
        m_server->run({"INCR", "hits"});
        QVERIFY(log.waitFor([&] { return log.value("hits") == i; }));
    }
    QVERIFY2(log.status().bytes < 200 * 1024 * 1024, QByteArray::number(log.status().bytes));
    QCOMPARE(log.status().link, LinkState::Connected);
    QVERIFY2(log.count(Kind::Unseen) <= 2, QByteArray::number(log.count(Kind::Unseen)));
}

// Six megabytes at two a second, and a command may take less than that.
void TestWatchHostile::aReplyThatTakesLongOnASlowLinkIsNoDeadConnection()
{
    m_server->run({"HSET", "the-crown", m_token + ":42", "1"});
    m_server->run({"PEXPIRE", "the-crown", "600000"});
    m_server->run({"SET", "hits", "1"});
    FaultyRelay link(m_server->socketPath());
    WatchOptions hasty;
    hasty.commandTimeout = 1500ms;
    WatchLog log(link.endpoint(), hasty);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.token("the-crown"), m_token + ":42");
    const int connections = link.accepted();
    link.limitRate(2'000'000);
    setBig("big", 6 * 1024 * 1024);
    m_server->run({"EVAL", "redis.call('HSET',KEYS[1],'f',redis.call('GET',KEYS[2]))", "2",
        "the-crown", "big"});
    m_server->run({"DEL", "big"});
    QVERIFY(log.waitFor([&] { return log.status().keysTooLarge == 1; }));
    QVERIFY(!log.item("the-crown"));
    m_server->run({"INCR", "hits"});
    QVERIFY(log.waitFor([&] { return log.value("hits") == 2; }));
    QCOMPARE(log.count(Kind::Unseen), 0);
    QCOMPARE(link.accepted(), connections);
    // It was read once. The next change of it does not carry it over again.
    const auto bytes = log.status().bytes;
    m_server->run({"HSET", "the-crown", "g", "1"});
    m_server->run({"INCR", "hits"});
    QVERIFY(log.waitFor([&] { return log.value("hits") == 3; }));
    QVERIFY2(log.status().bytes < bytes + 100'000, QByteArray::number(log.status().bytes - bytes));
}

void TestWatchHostile::whatWasTooLargeIsReadAgainOnceItHasShrunk_data()
{
    QTest::addColumn<bool>("isReplaced");
    QTest::addColumn<bool>("isPolled");
    QTest::newRow("it loses its large field") << false << false;
    QTest::newRow("it goes, and another of its name comes") << true << false;
    QTest::newRow("no change is announced") << false << true;
}

void TestWatchHostile::whatWasTooLargeIsReadAgainOnceItHasShrunk()
{
    QFETCH(const bool, isReplaced);
    QFETCH(const bool, isPolled);
    Endpoint endpoint = m_server->endpoint();
    if (isPolled) {
        m_server->run({"ACL", "SETUSER", "poller", "on", ">secret", "~*", "&*", "+@all",
            "-client|tracking", "-psubscribe"});
        endpoint.user = "poller";
        endpoint.password = "secret";
    }
    m_server->run({"HSET", "the-crown", m_token + ":42", "1"});
    m_server->run({"PEXPIRE", "the-crown", "600000"});
    WatchOptions options;
    options.inventoryEvery = 1s;
    WatchLog log(endpoint, options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.token("the-crown"), m_token + ":42");
    setBig("big", 4 * 1024 * 1024);
    m_server->run({"EVAL", "redis.call('HSET',KEYS[1],'f',redis.call('GET',KEYS[2]))", "2",
        "the-crown", "big"});
    m_server->run({"DEL", "big"});
    QVERIFY(log.waitFor([&] { return log.status().keysTooLarge == 1; }));
    QVERIFY(!log.item("the-crown"));

    const QByteArray other = "5" + m_token.mid(1) + ":7";
    const Command replaced{"EVAL",
        "redis.call('DEL',KEYS[1]) redis.call('HSET',KEYS[1],ARGV[1],1) "
        "redis.call('PEXPIRE',KEYS[1],600000)",
        "1", "the-crown", other};
    m_server->run(isReplaced ? replaced : Command{"HDEL", "the-crown", "f"});
    const QByteArray holder = isReplaced ? other : m_token + ":42";
    QVERIFY(log.waitFor([&] { return log.token("the-crown") == holder; }));
    QCOMPARE(log.status().keysTooLarge, qint64(0));
    QCOMPARE(log.count(Kind::Unseen), 0);
}

// In one turn of the server, so that it tells of them all in one message, in the order of their
// names. What lies beyond the part that is taken is found by a pass; the usual one never comes
// here.
void TestWatchHostile::aMessageOfMoreNamesThanAreTakenIsNoLostConnection()
{
    m_server->run({"CONFIG", "SET", "lua-time-limit", "600000"});
    m_server->run({"CONFIG", "SET", "client-output-buffer-limit", "pubsub 0 0 0"});
    m_server->run({"SET", "hits", "1"});
    WatchOptions options;
    options.inventoryEvery = std::chrono::hours(1);
    options.commandTimeout = std::chrono::minutes(2); // the server is busy for seconds
    options.serverTimeShare = 1;
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitForMode(WatchMode::Push));
    m_server->run({"EVAL",
        "local t = {} for i = 1, 1100000 do t[#t+1] = i t[#t+1] = '' "
        "if #t == 5000 then redis.call('MSET', unpack(t)) t = {} end end "
        "redis.call('SET', KEYS[1], ARGV[1], 'PX', 600000)",
        "1", "lock:last", m_token});
    QVERIFY(log.waitFor([&] { return log.token("lock:last") == m_token; }));
    m_server->run({"INCR", "hits"});
    QVERIFY(log.waitFor([&] { return log.value("hits") == 2; }));
    // A server that is busy for three seconds is a silence.
    for (const JournalEntry &each : log.journal())
        QVERIFY(each.kind != Kind::Unseen || each.gap == JournalEntry::Gap::Silence);
}

// Seven hundred of them are more than a connection accepts in one reply. Streams, because of those
// nothing more is asked.
void TestWatchHostile::namesTooLongForOneReplyAreAskedForInSmallerParts()
{
    m_server->run({"EVAL",
        "local long = string.rep('x', 100000) "
        "for i=1,700 do redis.call('XADD', long .. i, '*', 'not', 'ours') end",
        "0"});
    m_server->run({"SET", "page_view", "5"});
    WatchOptions hasty;
    hasty.serverTimeShare = 1;
    WatchLog log(m_server->endpoint(), hasty);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.value("page_view"), std::optional<double>(5));
    QCOMPARE(log.status().keysSeen, qint64(701));
}

void TestWatchHostile::setLongNames(int count, const QByteArray &token)
{
    m_server->run({"EVAL",
        "local long = string.rep('x', 100000) for i = 1, ARGV[1] do "
        "redis.call('SET', 'lock:' .. long .. i, ARGV[2], 'PX', 600000) end",
        "0", QByteArray::number(count), token});
}

void TestWatchHostile::longNamesGetOverASlowLink_data()
{
    QTest::addColumn<int>("names");
    QTest::newRow("all of them in one reply take too long") << 120;
    QTest::newRow("all of them in one question take too long") << 60;
}

// At that rate a command may take as long as 9 MB do.
void TestWatchHostile::longNamesGetOverASlowLink()
{
    QFETCH(const int, names);
    setLongNames(names, m_token);
    m_server->run({"SET", "page_view", "5"});
    FaultyRelay link(m_server->socketPath());
    link.limitRate(6'000'000);
    WatchOptions hasty;
    hasty.serverTimeShare = 1;
    hasty.commandTimeout = 1500ms;
    WatchLog log(link.endpoint(), hasty);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.value("page_view"), std::optional<double>(5));
    QCOMPARE(log.status().keysSeen, qint64(names + 1));
    QCOMPARE(log.now().locks->size(), size_t(names));
}

// What has changed while others are read gathers; all of it in one question is 24 MB.
void TestWatchHostile::changesOfLongNamesGetOverASlowLink()
{
    setLongNames(120, m_token);
    FaultyRelay link(m_server->socketPath());
    WatchOptions hasty;
    hasty.serverTimeShare = 1;
    hasty.commandTimeout = isSanitized() ? 60s : 4s; // everything takes several times as long
    WatchLog log(link.endpoint(), hasty);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.now().locks->size(), size_t(120));
    link.limitRate(2'500'000);
    bool isGapless =
        false; // a machine may stand still for so long that there is one, not each time
    for (int round = 1; round <= 5 && !isGapless; ++round) {
        const QByteArray token = m_token + QByteArray::number(round);
        const int gaps = log.count(Kind::Unseen);
        setLongNames(120, token);
        QVERIFY(log.waitFor([&] {
            const auto &locks = *log.now().locks;
            return locks.size() == 120
                && std::all_of(locks.begin(), locks.end(), [&](const ItemPtr &lock) {
                       return lock->reading.holder && lock->reading.holder->token == token;
                   });
        }));
        isGapless = log.count(Kind::Unseen) == gaps;
    }
    QVERIFY(isGapless);
}

void TestWatchHostile::theWrongTypeUnderAKnownNameIsNothing()
{
    m_server->run({"SADD", "lock:a", "x"});
    m_server->run({"XADD", "page_view", "*", "a", "b"});
    m_server->run({"GEOADD", "ratelimit:bob", "13.3", "52.5", "Berlin"});
    m_server->run({"HSET", "hits", "a", "b"});
    m_server->run({"SET", "users:online", "not a number"});
    m_server->run({"SET", "visits", "5"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.value("visits"), std::optional<double>(5));
    QVERIFY(!log.item("lock:a") && !log.item("page_view") && !log.item("hits"));
    QVERIFY(log.status().missing.empty());
    m_server->run({"DEL", "page_view"});
    m_server->run({"SET", "page_view", "1"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 1; }));
}

void TestWatchHostile::aTypeThatChangesAllTheTimeDoesNoHarm()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    std::vector<Command> storm;
    for (int i = 0; i < 500; ++i) {
        storm.insert(storm.end(),
            {{"DEL", "lock:a"}, {"SET", "lock:a", m_token, "PX", "60000"}, {"DEL", "lock:a"},
                {"HSET", "lock:a", m_token + ":42", "1"}, {"PEXPIRE", "lock:a", "60000"},
                {"DEL", "lock:a"}, {"RPUSH", "lock:a", "x"}, {"DEL", "lock:a"},
                {"SADD", "lock:a", "x"}});
    }
    for (int round = 0; round < 10; ++round) {
        m_server->runAll(storm);
        QTest::qWait(0); // take what is there
    }
    m_server->run({"DEL", "lock:a"});
    m_server->run({"SET", "lock:a", "the-last", "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:a") == "the-last"; }));
    // A third of what the storm had; a turn of the watch asks a few times, however long it lasts.
    QVERIFY2(log.status().commands < 15'000, QByteArray::number(log.status().commands));
}

void TestWatchHostile::holdersMayHaveAnyToken()
{
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint());
    Rule isLock; // else some of these would be no lock's
    isLock.glob = Glob("lock:a");
    isLock.family = Family::Lock;
    log.watch().setCatalogue(builtInCatalogue()->withRules({{isLock}, {}}));
    QVERIFY(log.startAndWait());
    for (const QByteArray &token : {QByteArray("\0\xff\n", 3), QByteArray("<b>"),
             QByteArray(5'000, 'x'), QByteArray("\xe2\x80\xae")}) {
        m_server->run({"SET", "lock:a", token, "PX", "60000"});
        QVERIFY(log.waitFor([&] { return log.token("lock:a") == token.left(Holder::mostToken); }));
    }
}

void TestWatchHostile::numbersBeyondAllBoundsAreNumbersOrNothing()
{
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"SET", "hits", "1"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    int hits = 1;
    for (const QByteArray &text : {QByteArray("9223372036854775807"),
             QByteArray("-9223372036854775808"), QByteArray(250, '9'), QByteArray("1e999"),
             QByteArray("nan"), QByteArray("-"), QByteArray("0x10"), QByteArray("")}) {
        m_server->run({"SET", "page_view", text});
        m_server->run({"INCR", "hits"});
        ++hits;
        QVERIFY(log.waitFor([&] { return log.value("hits") == hits; }));
        const auto value = log.value("page_view");
        QVERIFY2(!value || std::isfinite(*value), text);
    }
    m_server->run({"SET", "page_view", "6"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
}

QTEST_GUILESS_MAIN(TestWatchHostile)
#include "tst_watchhostile.moc"
