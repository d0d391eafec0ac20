// What was published and who had it, as the servers say it: to somebody, to nobody, from within a
// script, before and after a subscription.

#include "core/lab/history/forgetrounds.h"
#include "runtrial.h"
#include "tests/server/lab/exploring.h"

using namespace lockstep;

namespace {

QByteArrayList messagesIn(const History &history)
{
    QByteArrayList messages;
    for (const MessageRecord &each : history.messages)
        messages << history.texts[each.channel].toByteArray() + ": "
                + history.texts[each.text].toByteArray();
    return messages;
}

QList<quint32> receiversIn(const History &history)
{
    QList<quint32> receivers;
    for (const ReceiptRecord &each : history.receipts)
        receivers << each.client;
    return receivers;
}

} // namespace

class MessagesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aScriptPublishesToNobody();
    void aReceiverHasWhatAScriptPublished();
    void aMessageBehindAMutexIsTold();
    void whoHasEndedListensNoMore();
    void aFreeRunTellsThemToo();
};

// The lost wake-up: A looks nowhere for B, who subscribes a moment later.
void MessagesTest::aScriptPublishesToNobody()
{
    auto stepper = stepperOf(scenarioOf(QStringLiteral("wakeup-lost")));
    QVERIFY(stepper);
    QCOMPARE(replayed(*stepper, QStringLiteral("A1 A2 B1 A3 B2")), QString());
    const History history = stepper->history();
    QCOMPARE(messagesIn(history), QByteArrayList{"free: free"});
    QCOMPARE(history.operations[history.messages.front().operation].client, 0U);
    QVERIFY(history.receipts.empty());
    QCOMPARE(stepper->ending(), Ending::Stuck);
}

void MessagesTest::aReceiverHasWhatAScriptPublished()
{
    const ScenarioPtr scenario = written(R"(keys = { "k", "c" },
  setup = function() redis.call("SET", "k", "A-1") end,
  clients = {
    { role = "tells", count = 1, run = function(p, me)
      redis.script("release-and-publish", { "k", "c" }, { me.token }) end },
    { role = "hears", count = 1, run = function()
      subscribe("c") event("heard", receive("c")) end } })");
    auto stepper = stepperOf(scenario);
    QVERIFY(stepper);
    QCOMPARE(replayed(*stepper, QStringLiteral("B1 A1 B2")), QString());
    const History history = stepper->history();
    QCOMPARE(messagesIn(history), QByteArrayList{"c: free"});
    QCOMPARE(receiversIn(history), QList<quint32>{1});
    QCOMPARE(history.receipts.front().at, 2 * stepLength);
    // The listener of the lab's own changes nothing that a program sees.
    QVERIFY(stepper->undo());
    QCOMPARE(replayed(*stepper, QStringLiteral("A1 B1")), QString());
    QVERIFY(stepper->history().receipts.empty());
}

// The mutex is taken together with the command behind it.
void MessagesTest::aMessageBehindAMutexIsTold()
{
    const ScenarioPtr scenario = written(R"(keys = { "c" },
  clients = {
    { role = "tells", count = 1, run = function()
      local m = mutex("m")
      m.lock()
      redis.call("PUBLISH", "c", "x")
      m.unlock() end },
    { role = "hears", count = 1, run = function()
      subscribe("c") event("heard", receive("c")) end } })");
    auto stepper = stepperOf(scenario);
    QVERIFY(stepper);
    QCOMPARE(replayed(*stepper, QStringLiteral("B1 A1 B2")), QString());
    const History history = stepper->history();
    QCOMPARE(receiversIn(history), QList<quint32>{1});
    QCOMPARE(messagesIn(history), QByteArrayList{"c: x"});
    QCOMPARE(history.operations[history.messages.front().operation].client, 0U);
}

void MessagesTest::whoHasEndedListensNoMore()
{
    const ScenarioPtr scenario = written(R"(keys = { "c" },
  clients = {
    { role = "tells", count = 1, run = function()
      redis.call("PUBLISH", "c", "x") redis.call("GET", "c") end },
    { role = "hears", count = 1, run = function() subscribe("c") end } })");
    auto stepper = stepperOf(scenario);
    QVERIFY(stepper);
    QCOMPARE(replayed(*stepper, QStringLiteral("B1 B1' A1")), QString());
    const History history = stepper->history();
    QCOMPARE(history.processes.size(), std::size_t(2));
    QCOMPARE(history.processes[0].until, never); // a command is left
    QCOMPARE(history.processes[1].client, 1U);
    QCOMPARE(history.processes[1].until, 2 * stepLength); // its reply is there
    QCOMPARE(history.operations.back().reply, history.texts.find("0")); // nobody had it
}

void MessagesTest::aFreeRunTellsThemToo()
{
    RunTrial trial(R"(return { id = "own", family = "lock", title = { en = "t" },
  lesson = { en = "l" }, keys = { "k", "c", "ready" },
  setup = function() redis.call("SET", "k", "A-1") end,
  clients = {
    { role = "tells", count = 1, run = function(p, me)
      redis.call("PUBLISH", "c", "too early")
      redis.call("SET", "ready", 1)
      while redis.call("GET", "ready") ~= "2" do sleep(1) end
      redis.script("release-and-publish", { "k", "c" }, { "A-1" }) end },
    { role = "hears", count = 1, run = function()
      while redis.call("GET", "ready") ~= "1" do sleep(1) end
      subscribe("c")
      redis.call("SET", "ready", 2)
      event("heard", receive("c")) end } } })");
    trial.options.rounds = 2;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "it has not ended");
    History history = trial.result->history;
    const QByteArrayList ofARound{"c: too early", "c: free"};
    QVERIFY2(messagesIn(history) == ofARound + ofARound, messagesIn(history).join(", "));
    QCOMPARE(receiversIn(history), (QList<quint32>{1, 1}));
    QCOMPARE(history.processes.size(), std::size_t(4));
    for (const ProcessRecord &each : history.processes)
        QVERIFY(each.from < each.until && each.until != never);
    forgetRounds(history, {false, true});
    QCOMPARE(messagesIn(history), ofARound);
    QCOMPARE(receiversIn(history), QList<quint32>{1});
    QCOMPARE(history.rounds.at(1).firstMessage, 0U);
    QCOMPARE(history.operations[history.messages.front().operation].client, 0U);
}

QTEST_GUILESS_MAIN(MessagesTest)

#include "tst_messages.moc"
