#include "core/lab/history/roundrecords.h"
#include "tests/server/freerun/runtrial.h"

// What a wait of a free run is woken by, and when nobody can be woken any more.

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

// One waits, eight do something; k is "v" before.
QByteArray waiting(const QByteArray &wait, const QByteArray &done, const QByteArray &more = {})
{
    return R"(
return {
  id = "waiting", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  keys = { "k", "go", "other" },
  scripts = {
    replace = [[redis.call('DEL', KEYS[1]) redis.call('SET', KEYS[1], 'v')]],
    remove = [[return redis.call('DEL', KEYS[1])]],
  },
  )" + more
        + R"(
  setup = function() redis.call("SET", "k", "v") end,
  clients = {
    { role = "waiter", count = 1, run = function() )"
        + wait + R"( count("woken") end },
    { role = "doer", count = 8, run = function() )"
        + done + R"( end },
  },
  finally = { nobody_waits() },
}
)";
}

// Whether the waiter's wait began before any command was sent.
bool beginsWithTheWait(const RoundRecords &records)
{
    const auto first = std::min_element(records.operations.begin(), records.operations.end(),
        [](const Operation &a, const Operation &b) { return a.called < b.called; });
    return std::any_of(records.waits.begin(), records.waits.end(), [&](const WaitRecord &each) {
        return each.client == 0
            && (first == records.operations.end() || each.from <= first->called);
    });
}

} // namespace

class FreeRunWaitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatEndsAWait_data();
    void whatEndsAWait();
    void whatChangesACollection_data();
    void whatChangesACollection();
    void whatIsShownIsKept();
    void whoWaitsFirstMayBeginAfterTheOthers();
    void whatHappenedBeforeAWaitDoesNotCount();
    void aReceiverOfExpiredIsNotStuck();
    void onlyExpiredIsReceived();
    void aRestartEndsTheWaitForAKey();
    void whatComesOfAGuessedWaitIsNotCertain();
    void aGuessInTheSetupBelongsToItsRound();
    void whoWaitsForARestartIsNotStuck();
    void everyServerHasMessagesOfItsOwn();
    void aMutexIsNoKeyOfItsName();
    void aMutexThatIsFreeAgainAtOnceIsGivenOnOnce();
};

// Many set the key whenever it is gone, so its absence lasts some microseconds: far less than it
// takes to ask the server.
const char *const setAgain = "if redis.call('INCR', 'go') == 8 then %1 end "
                             "for i = 1, 150 do redis.call('SET', 'k', 'v', 'NX') end";

void FreeRunWaitsTest::whatEndsAWait_data()
{
    QTest::addColumn<QByteArray>("wait");
    QTest::addColumn<QByteArray>("done");
    QTest::addColumn<bool>("wakes");
    const QByteArray gone = "await_gone('k')";
    const QByteArray changed = "await('k')";
    const auto row = [](const char *name, const QByteArray &wait, const QByteArray &done,
                         bool wakes) { QTest::newRow(name) << wait << done << wakes; };
    const auto again = [](const char *done) { return QByteArray(setAgain).replace("%1", done); };
    const auto first = [](const char *done) {
        return QByteArray("if redis.call('INCR', 'go') == 1 then ") + done + " end";
    };
    row("deleted and set again", gone, again("redis.call('DEL', 'k')"), true);
    row("unlinked and set again", gone, again("redis.call('UNLINK', 'k')"), true);
    row("renamed and set again", gone, again("redis.call('RENAME', 'k', 'other')"), true);
    row("expired and set again", gone, again("redis.call('PEXPIRE', 'k', 1)"), true);
    row("its last element taken", gone,
        first("redis.call('DEL', 'k') redis.call('RPUSH', 'k', 'v') redis.call('LPOP', 'k') "
              "redis.call('RPUSH', 'k', 'v')"),
        true);
    row("deleted in a transaction and set again", gone,
        again("redis.call('MULTI') redis.call('DEL', 'k') redis.call('EXEC')"), true);
    row("deleted by a script and set again", gone,
        again("redis.call('EVAL', \"if redis.call('GET', KEYS[1]) == ARGV[1] then return "
              "redis.call('DEL', KEYS[1]) end\", 1, 'k', 'v')"),
        true);
    row("replaced in a transaction", gone,
        first("redis.call('MULTI') redis.call('DEL', 'k') redis.call('SET', 'k', 'v') "
              "redis.call('EXEC')"),
        false);
    row("replaced by a script", gone,
        first("redis.call('EVAL', \"redis.call('DEL', KEYS[1]) "
              "redis.call('SET', KEYS[1], 'v')\", 1, 'k')"),
        false);
    row("replaced by a script of the file", gone, first("redis.script('replace', { 'k' }, {})"),
        false);
    row("replaced by a script in a transaction", gone,
        first("redis.call('MULTI') redis.call('EVAL', \"redis.call('DEL', KEYS[1]) "
              "redis.call('SET', KEYS[1], 'v')\", 1, 'k') redis.call('EXEC')"),
        false);
    row("deleted by a script of the file and set again", gone,
        again("redis.script('remove', { 'k' }, {})"), true);
    row("changed back in the same transaction", changed,
        first("redis.call('MULTI') redis.call('SET', 'k', 'w') redis.call('SET', 'k', 'v') "
              "redis.call('EXEC')"),
        false);
    row("overwritten", gone, first("redis.call('SET', 'k', 'w') redis.call('SET', 'k', 'v')"),
        false);
    row("renewed", gone, first("redis.call('PEXPIRE', 'k', 50000) redis.call('PERSIST', 'k')"),
        false);
    row("another key", gone, first("redis.call('SET', 'other', 1) redis.call('DEL', 'other')"),
        false);
    row("changed", changed, first("redis.call('SET', 'k', 'w')"), true);
    row("changed and changed back", changed,
        first("redis.call('SET', 'k', 'w') redis.call('SET', 'k', 'v')"), true);
    row("deleted, and set again", changed, again("redis.call('DEL', 'k')"), true);
    row("the same value", changed, first("redis.call('SET', 'k', 'v')"), false);
    row("a deadline", changed,
        first("for i = 1, 20 do redis.call('PEXPIRE', 'k', 50000 + i) end "
              "redis.call('PERSIST', 'k')"),
        false);
}

void FreeRunWaitsTest::whatEndsAWait()
{
    QFETCH(QByteArray, wait);
    QFETCH(QByteArray, done);
    QFETCH(bool, wakes);
    RunTrial trial(waiting(wait, done));
    trial.options.rounds = 10;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    const History &history = trial.result->history;
    int early = 0;
    for (int round = 0; round < trial.options.rounds; ++round) {
        if (wakes && !beginsWithTheWait(RoundRecords(history, round)))
            continue; // what ends the wait may have been before it
        ++early;
        QCOMPARE(history.rounds[size_t(round)].stuck, !wakes);
    }
    QCOMPARE(early, wakes ? trial.options.rounds / 2 : trial.options.rounds);
    QCOMPARE(trial.count("woken") + trial.result->results[0].violatedRounds, trial.options.rounds);
}

// Whoever waits for the mutex is inside when it has that, not since the key was written.
void FreeRunWaitsTest::aMutexIsNoKeyOfItsName()
{
    RunTrial trial(R"(
return {
  id = "named", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  keys = { "stock" }, params = { clients = 2 },
  client = function(p, me)
    local stock = mutex("stock")
    stock.lock() enter("stock")
    redis.call("SET", "stock", me.name)
    leave("stock") stock.unlock()
  end,
  always = { holders_at_most("stock", 1) },
}
)");
    trial.options.rounds = 10;
    trial.options.delay = 2ms;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Holds);
}

// Both ask for it before either has it, and the first sends no command while it has it.
void FreeRunWaitsTest::aMutexThatIsFreeAgainAtOnceIsGivenOnOnce()
{
    RunTrial trial(waiting("local m = mutex('m') m.lock() m.unlock()",
        "local m = mutex('m') m.lock() local n = redis.call('INCR', 'go') m.unlock() "
        "event('reply', tostring(redis.call('GET', 'other')))"));
    trial.options.rounds = 10;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    const History &history = trial.result->history;
    QCOMPARE(history.operations.size(), size_t(10 * 8 * 2));
    for (const MarkRecord &each : history.marks) {
        if (each.kind == MarkRecord::Kind::Event)
            QCOMPARE(history.texts[each.text], QByteArrayView("false"));
    }
}

// Real clients begin at any moment, so a waiter begins before the others' first commands in some
// rounds, and after them in others.
// The other thread waits in vain: its client ends.
void FreeRunWaitsTest::whatIsShownIsKept()
{
    using Proof = WaitRecord::Proof;
    const QByteArray inVain = "spawn(function() await_gone('k') end) ";
    const QByteArray tell = " redis.call('SET', 'go', 1)";
    // Nobody can tell when the wait begins, so the others go on until it was ended.
    const QByteArray untilTold = " until redis.call('GET', 'go')";
    for (const auto &[wait, write, proof] :
        {std::tuple{inVain + "await('k')" + tell,
             "local n = 0 repeat n = n + 1 redis.call('SET', 'k', n)" + untilTold, Proof::Changed},
            std::tuple{"await_gone('k')" + tell,
                "repeat redis.call('SET', 'k', 'v') redis.call('DEL', 'k')" + untilTold,
                Proof::Gone}}) {
        RunTrial trial(waiting(wait, write));
        QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
        const History &history = trial.result->history;
        const auto ofKey = [&](const WaitRecord &each) { return history.texts[each.name] == "k"; };
        const auto first = std::find_if(history.waits.begin(), history.waits.end(), ofKey);
        QVERIFY(first != history.waits.end());
        for (const WaitRecord &each : history.waits)
            QCOMPARE(each.proves, each.thread == 0 && ofKey(each) ? proof : Proof::Nothing);
    }
}

void FreeRunWaitsTest::whoWaitsFirstMayBeginAfterTheOthers()
{
    RunTrial trial(waiting("await_gone('k')", "redis.call('DEL', 'k')"));
    trial.options.rounds = 10;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    int early = 0;
    for (int round = 0; round < trial.options.rounds; ++round)
        early += beginsWithTheWait(RoundRecords(trial.result->history, round)) ? 1 : 0;
    QCOMPARE(early, trial.options.rounds / 2);
    QCOMPARE(trial.count("woken"), trial.options.rounds);
}

void FreeRunWaitsTest::whatChangesACollection_data()
{
    QTest::addColumn<QByteArray>("made"); // in setup
    QTest::addColumn<QByteArray>("rewritten"); // in a transaction
    QTest::addColumn<bool>("wakes");
    const auto row = [](const char *name, const char *made, const char *rewritten, bool wakes) {
        QTest::newRow(name) << QByteArray(made) << QByteArray(rewritten) << wakes;
    };
    const char *const hash = "redis.call('HSET', 'k', 'a', 1, 'b', 2)";
    row("a hash in another order", hash,
        "redis.call('HDEL', 'k', 'a') redis.call('HSET', 'k', 'a', 1)", false);
    row("a hash with other values", hash, "redis.call('HSET', 'k', 'a', 2, 'b', 1)", true);
    const char *const set = "redis.call('SADD', 'k', 1, 2)";
    row("a set in another form", set, "redis.call('SADD', 'k', 'x') redis.call('SREM', 'k', 'x')",
        false);
    row("a set with another member", set, "redis.call('SADD', 'k', 3)", true);
    const char *const list = "redis.call('RPUSH', 'k', 1, 2)";
    row("a list in another order", list, "redis.call('RPOPLPUSH', 'k', 'k')", true);
    row("a list of the same elements", list,
        "redis.call('RPUSH', 'k', string.rep('x', 9000)) redis.call('RPOP', 'k')", false);
    const char *const sortedSet = "redis.call('ZADD', 'k', 1, 'a')";
    row("a sorted set with another score", sortedSet, "redis.call('ZADD', 'k', 2, 'a')", true);
    row("another type", sortedSet, "redis.call('DEL', 'k') redis.call('SADD', 'k', 'a')", true);
    row("no element left", sortedSet, "redis.call('ZREM', 'k', 'a')", true);
}

// Not the order in which the server keeps the elements of a hash or a set, nor the form.
void FreeRunWaitsTest::whatChangesACollection()
{
    QFETCH(QByteArray, made);
    QFETCH(QByteArray, rewritten);
    QFETCH(bool, wakes);
    const QByteArray once = "if redis.call('INCR', 'go') == 1 then redis.call('MULTI') " + rewritten
        + " redis.call('EXEC') end";
    RunTrial trial(waiting("await('k')", once).replace(R"(redis.call("SET", "k", "v"))", made));
    trial.options.rounds = 10;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("woken") > 0, wakes); // in rounds in which it waits first
}

// Whoever has just taken the lock must not see it as free.
void FreeRunWaitsTest::whatHappenedBeforeAWaitDoesNotCount()
{
    RunTrial trial(waiting("for i = 1, 20 do redis.call('DEL', 'k') redis.call('SET', 'k', 'v') end"
                           " await_gone('k')",
        "for i = 1, 20 do redis.call('INCR', 'go') end"));
    trial.options.rounds = 20;
    QVERIFY(trial.play());
    QCOMPARE(trial.count("woken"), 0);
    QCOMPARE(trial.result->results[0].violatedRounds, 20);
}

void FreeRunWaitsTest::aReceiverOfExpiredIsNotStuck()
{
    RunTrial trial(waiting("subscribe('__keyspace@0__:k') redis.call('PEXPIRE', 'k', 1000) "
                           "if receive('__keyspace@0__:k') == 'expired' then count('expired') end",
        "", "expired_events = true,"));
    QVERIFY(trial.play());
    QVERIFY(!trial.result->history.rounds[0].stuck);
    QCOMPARE(trial.count("expired"), 1);

    RunTrial other(waiting("subscribe('__keyspace@0__:go') receive('__keyspace@0__:go')",
        "redis.call('PEXPIRE', 'k', 600000)", "expired_events = true,"));
    QVERIFY(other.play());
    QVERIFY(other.result->history.rounds[0].stuck); // the key with a deadline is another one
}

// Also where the run itself wants to know more of its keys.
void FreeRunWaitsTest::onlyExpiredIsReceived()
{
    RunTrial trial(waiting("subscribe('__keyspace@0__:k') redis.call('SET', 'go', 1) "
                           "count(receive('__keyspace@0__:k'))",
        "if redis.call('INCR', 'other') == 1 then repeat until redis.call('GET', 'go') "
        "redis.call('SET', 'k', 'w') "
        "redis.call('DEL', 'k') redis.call('SET', 'k', 'v', 'PX', 1) end",
        "expired_events = true,"));
    QVERIFY(trial.play());
    QCOMPARE(trial.count("expired"), 1);
    QCOMPARE(trial.result->counts.size(), size_t(2));
}

void FreeRunWaitsTest::aRestartEndsTheWaitForAKey()
{
    RunTrial trial(
        waiting("await_gone('k')", "for i = 1, 200 do redis.call('SET', 'k', 'w') sleep(1) end"));
    trial.options.restartAfter = 40ms;
    QVERIFY(trial.play());
    QCOMPARE(trial.incidents(Incident::Kind::Restart), 1);
    QCOMPARE(trial.count("woken"), 1);
}

// Written to with the value that it had, or with another in between: nobody can tell.
void FreeRunWaitsTest::whatComesOfAGuessedWaitIsNotCertain()
{
    const QByteArray check = "always = { count_at_most('woken', 0) },";
    for (const bool changes : {false, true}) {
        const QByteArray doing = changes
            ? "if redis.call('INCR', 'go') == 1 then redis.call('SET', 'k', 'w') end"
            : "for i = 1, 20 do redis.call('SET', 'k', 'v') end";
        RunTrial trial(waiting("await('k')", doing, check));
        trial.options.rounds = 5;
        QVERIFY(trial.play());
        const auto woken = int(trial.count("woken")); // else it began too late, and is stuck
        QVERIFY(woken >= 3);
        QCOMPARE(trial.result->results[0].outcome,
            changes ? CheckOutcome::Violated : CheckOutcome::Possible);
        QCOMPARE(trial.result->violatedRounds, changes ? 5 : 5 - woken);
    }
}

// The setup comes before its round is written down.
void FreeRunWaitsTest::aGuessInTheSetupBelongsToItsRound()
{
    QByteArray source = waiting("", "");
    source.replace(R"(setup = function() redis.call("SET", "k", "v") end)",
        "setup = function() redis.call('SET', 'k', 'v') spawn(function() repeat "
        "redis.call('SET', 'k', 'v') until redis.call('GET', 'go') end) "
        "await('k') redis.call('SET', 'go', 1) end");
    RunTrial trial(source);
    trial.options.rounds = 2;
    QVERIFY(trial.play());
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.result->history.rounds.size(), size_t(2));
    for (const Round &each : trial.result->history.rounds)
        QVERIFY(each.hasGuessedWait);
}

void FreeRunWaitsTest::whoWaitsForARestartIsNotStuck()
{
    RunTrial trial(waiting("await_gone('k')", ""));
    trial.options.restartAfter = 1500ms; // all wait long before
    QVERIFY(trial.play());
    QCOMPARE(trial.incidents(Incident::Kind::Restart), 1);
    QCOMPARE(trial.count("woken"), 1);
    QVERIFY(!trial.result->history.rounds[0].stuck);
}

void FreeRunWaitsTest::everyServerHasMessagesOfItsOwn()
{
    RunTrial trial(waiting("subscribe('c') redis.on(1).subscribe('c') "
                           "redis.on(1).call('PUBLISH', 'c', 'x') "
                           "if receive('c', 100) then count('server 0') end "
                           "if redis.on(1).receive('c', 100) then count('server 1') end",
        "", "nodes = 2,"));
    QVERIFY(trial.play());
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("server 0"), 0);
    QCOMPARE(trial.count("server 1"), 1);
}

QTEST_GUILESS_MAIN(FreeRunWaitsTest)
#include "tst_freerunwaits.moc"
