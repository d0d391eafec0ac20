// From the table that a file returns to a Scenario. Nothing is forgiven: a field that is not known
// is a misspelling more often than not.

#include "core/lab/loader/scenarioreader.h"

#include "core/lab/scenario/bounds.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

using Kind = LuaValue::Kind;

class Reader : private FieldReader
{
public:
    Reader(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
        : FieldReader(mistake)
        , m_table(table)
        , m_scenario(*scenario)
        , m_mistake(mistake)
    {
    }

    bool read()
    {
        if (!m_table.is(Kind::Table))
            return wrong("the file returns " + nameOf(m_table)
                + "; it returns a table, as in return "
                + "{ id = \"…\", client = function(p, me) … end }");
        int functions = 0;
        return fieldsAreKnown(m_table, {},
                   {"id", "family", "order", "title", "lesson", "params", "keys", "bounds",
                       "assume", "fix", "free", "nodes", "replica", "clock", "expired_events",
                       "setup", "client", "clients", "always", "finally"})
            && readWord(m_table, "id", true, &m_scenario.id)
            && readWord(m_table, "family", true, &m_scenario.family) && familyIsKnown()
            && readWord(m_table, "fix", false, &m_scenario.fix)
            && readLocal(m_table.field("title"), "title", &m_scenario.title)
            && readLocal(m_table.field("lesson"), "lesson", &m_scenario.lesson)
            && readParameters(m_table, &m_scenario, m_mistake) && readKeys()
            && readRoles(m_table, &m_scenario, m_mistake) && readBounds() && readAssumptions()
            && readServers() && readFree(m_table, &m_scenario, m_mistake)
            && readChecks(m_table, Check::When::Always, &m_scenario, &functions, m_mistake)
            && readChecks(m_table, Check::When::Finally, &m_scenario, &functions, m_mistake);
    }

private:
    bool familyIsKnown()
    {
        const QByteArrayList all(scenarioFamilies.begin(), scenarioFamilies.end());
        return placeOfFamily(m_scenario.family)
            || wrong(
                "there is no family \"" + m_scenario.family + "\"; possible are " + all.join(", "));
    }

    bool readKeys()
    {
        const LuaValue &keys = m_table.field("keys");
        const bool areTexts = std::all_of(keys.items.begin(), keys.items.end(),
            [](const LuaValue &each) { return each.is(Kind::Text) && !each.text.isEmpty(); });
        if (!keys.is(Kind::Table) || keys.items.empty() || !areTexts || !keys.fields.empty()
            || keys.hasOtherKeys)
            return wrong(QByteArray("keys is ")
                + (keys.is(Kind::Nil) ? "missing" : "no list of names")
                + "; it names every key that the clients use, as in keys = { \"stock\", "
                  "\"limit:*\" }");
        for (const LuaValue &each : keys.items)
            m_scenario.keys.push_back(each.text);
        return true;
    }

    bool readBounds()
    {
        const LuaValue &bounds = m_table.field("bounds");
        if (bounds.is(Kind::Nil))
            return true;
        if (!bounds.is(Kind::Table) || !bounds.items.empty())
            return wrong("bounds is a table, as in bounds = { time = 1, crashes = 0, pauses = 0 }");
        QList<QByteArray> known;
        for (const Bound &each : allBounds)
            known << each.field;
        if (!fieldsAreKnown(bounds, "bounds.", known))
            return false;
        for (const Bound &each : allBounds) {
            const LuaValue &value = bounds.field(each.field);
            qint64 count = 0;
            if (!value.is(Kind::Nil)
                && !readCount(value, QByteArray("bounds.") + each.field, 0, Bounds::most, &count)) {
                m_mistake->line = lineOfBound(each.field);
                return false;
            }
            m_scenario.bounds.*each.value = int(count);
        }
        return true;
    }

    // Lua forgets where a field was written; the text has it.
    [[nodiscard]] int lineOfBound(const char *name) const
    {
        const QRegularExpression field(
            QStringLiteral("\\bbounds\\s*=\\s*\\{[^}]*\\b%1\\s*=").arg(QLatin1String(name)));
        const QString source = QString::fromUtf8(m_scenario.source);
        const auto found = field.match(source);
        return found.hasMatch() ? int(source.left(found.capturedEnd()).count(u'\n')) + 1 : 0;
    }

    bool readAssumptions()
    {
        const LuaValue &assume = m_table.field("assume");
        if (assume.is(Kind::Nil))
            return true;
        const QByteArray possible =
            "assume is a list of \"work_shorter_than_lease\" and \"timers_on_time\"";
        if (!assume.is(Kind::Table) || !assume.fields.empty() || assume.hasOtherKeys)
            return wrong(possible);
        for (const LuaValue &each : assume.items) {
            if (each.text == "work_shorter_than_lease")
                m_scenario.assumptions.push_back(Assumption::WorkShorterThanLease);
            else if (each.text == "timers_on_time")
                m_scenario.assumptions.push_back(Assumption::TimersOnTime);
            else
                return wrong("assume: " + nameOf(each) + " is not known; " + possible);
        }
        return true;
    }

    bool readServers()
    {
        qint64 count = 1;
        const LuaValue &nodes = m_table.field("nodes");
        if (!nodes.is(Kind::Nil) && !readCount(nodes, "nodes", 1, 9, &count))
            return false;
        m_scenario.nodes = int(count);
        const LuaValue &order = m_table.field("order");
        count = std::numeric_limits<int>::max();
        if (!order.is(Kind::Nil) && !readCount(order, "order", 0, 1'000'000, &count))
            return false;
        m_scenario.order = int(count);
        return readTruth(m_table, "replica", &m_scenario.replica)
            && readTruth(m_table, "clock", &m_scenario.clock)
            && readTruth(m_table, "expired_events", &m_scenario.expiredEvents);
    }

    const LuaValue &m_table;
    Scenario &m_scenario;
    ScenarioMistake *m_mistake;
};

} // namespace

bool readScenario(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return Reader(table, scenario, mistake).read();
}

} // namespace lockstep
