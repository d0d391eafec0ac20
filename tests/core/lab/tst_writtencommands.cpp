#include "core/lab/freerun/rounds/writtencommands.h"

#include <QTest>

using namespace lockstep;

class TestWrittenCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatIsWritten_data();
    void findsWhatIsWritten();
};

void TestWrittenCommands::findsWhatIsWritten_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("found"); // "NAME:LINE …"
    const auto row = [](const char *name, const char *source, const char *found) {
        QTest::newRow(name) << QByteArray(source) << QByteArray(found);
    };
    row("calls", "redis.call(\"GET\", k)\nredis.pcall( 'set', k)", "GET:1 set:2");
    row("of another server", "redis.on(1).call(\"GET\", k)", "GET:1");
    row("without brackets", "redis.call'PING' redis.call[[ECHO]]", "PING:1 ECHO:1");
    row("by Lua's own pcall", "pcall(redis.call, \"EVAL\", x)", "EVAL:1");
    row("by another name", "local call = redis.call call(\"GET\", k)", "GET:1");
    row("over several lines", "redis.call(\n\n\"GET\"\n)", "GET:3");
    row("not in comments", "-- redis.call(\"A\")\n--[[ redis.call(\"B\")\n]] redis.call(\"C\")",
        "C:3");
    row("not in long comments", "--[==[ ]] redis.call(\"A\") ]==] redis.call(\"B\")", "B:1");
    row("not in texts",
        "local s = 'redis.call(\"A\")' .. [=[redis.call(\"B\")\n]] ]=] redis.call(\"C\")", "C:2");
    row("past a quote in a text", "local s = 'it\\'s' redis.call(\"A\")", "A:1");
    row("not what is put together", "redis.call(name) redis.call(f(\"x\"))", "");
    row("not of other functions", "redis.script(\"lock-release\") recall(\"A\")", "");
    row("ends within a text", "redis.call(\"A", "A:1");
    row("ends within a comment", "redis.call(\"A\") --[[", "A:1");
    row("nothing", "", "");
}

void TestWrittenCommands::findsWhatIsWritten()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, found);
    QByteArrayList all;
    for (const WrittenCommand &each : writtenCommands(source))
        all.append(each.name + ':' + QByteArray::number(each.line));
    QCOMPARE(all.join(' '), found);
}

QTEST_APPLESS_MAIN(TestWrittenCommands)
#include "tst_writtencommands.moc"
