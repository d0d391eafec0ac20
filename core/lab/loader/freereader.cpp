// Part of scenarioreader.h. What the file says of free runs.

#include "core/lab/loader/scenarioreader.h"

namespace lockstep {

namespace {

using Kind = LuaValue::Kind;

class FreeReader : private FieldReader
{
public:
    FreeReader(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
        : FieldReader(mistake)
        , m_table(table)
        , m_scenario(*scenario)
    {
    }

    bool read()
    {
        const LuaValue &free = m_table.field("free");
        if (free.is(Kind::Nil))
            return true;
        if (!free.is(Kind::Table) || !free.items.empty() || free.hasOtherKeys)
            return wrong("free is a table, as in free = { clients = 50, repeats = 10 }");
        for (const auto &[name, value] : free.fields) {
            if (!readFreeField(name, value, "free." + name))
                return false;
            m_scenario.free.named.insert(name);
        }
        return true;
    }

private:
    bool readFreeField(const QByteArray &name, const LuaValue &value, const QByteArray &path)
    {
        FreeDefaults &free = m_scenario.free;
        qint64 count = 0;
        if (name == "rounds" || name == "repeats") {
            if (!readCount(value, path, 1, 1'000'000, &count))
                return false;
            (name == "rounds" ? free.rounds : free.repeats) = int(count);
            return true;
        }
        if (name == "delay" || name == "work")
            return readCount(
                value, path, 0, 60'000, name == "delay" ? &free.delayMs : &free.workMs);
        if (name == (m_scenario.replica ? "restart" : "failover"))
            return wrong(path
                + (m_scenario.replica
                        ? ": with replica = true the replica takes over, as in failover"
                        : ": nobody takes over; replica = true in the file starts one"));
        if (name == "failover" || name == "restart")
            return readCount(
                value, path, 1, 600'000, name == "failover" ? &free.failoverMs : &free.restartMs);
        if (name == "crash")
            return readProbability(value, path, &free.crash);
        if (name == "pause") {
            if (!value.is(Kind::Table) || value.items.size() != 2 || !value.fields.empty())
                return wrong(path + " is { probability, milliseconds }, as in { 0.1, 300 }");
            return readProbability(value.items[0], path + "[1]", &free.pause)
                && readCount(value.items[1], path + "[2]", 0, 600'000, &free.pauseMs);
        }
        const Parameter *const parameter = m_scenario.parameter(name);
        if (!parameter) {
            QByteArray names;
            for (const Parameter &each : m_scenario.parameters)
                names += each.name + ", ";
            return wrong("there is no field " + path + "; there are " + names
                + wordsOfFreeRuns().join(", "));
        }
        if (!readCount(value, path, parameter->minimum, parameter->maximum, &count))
            return false;
        free.settings[name] = count;
        return true;
    }

    const LuaValue &m_table;
    Scenario &m_scenario;
};

} // namespace

const QList<QByteArray> &wordsOfFreeRuns()
{
    static const QList<QByteArray> words{
        "rounds", "repeats", "crash", "pause", "delay", "work", "failover", "restart"};
    return words;
}

bool readFree(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return FreeReader(table, scenario, mistake).read();
}

} // namespace lockstep
