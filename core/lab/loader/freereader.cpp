// Part of scenarioreader.h. What the file says of free runs.

#include "core/lab/loader/scenarioreader.h"

#include <array>

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

    struct Word
    {
        const char *name;
        bool (FreeReader::*read)(const LuaValue &value, const QByteArray &path);
    };

    // The only list of them.
    static auto words()
    {
        return std::array{
            Word{"rounds", &FreeReader::readTimes<&FreeDefaults::rounds>},
            Word{"repeats", &FreeReader::readTimes<&FreeDefaults::repeats>},
            Word{"crash", &FreeReader::readCrash},
            Word{"pause", &FreeReader::readPause},
            Word{"delay", &FreeReader::readLength<&FreeDefaults::delayMs>},
            Word{"work", &FreeReader::readLength<&FreeDefaults::workMs>},
            Word{"failover", &FreeReader::readFailover},
            Word{"restart", &FreeReader::readRestart},
        };
    }

private:
    bool readFreeField(const QByteArray &name, const LuaValue &value, const QByteArray &path)
    {
        for (const Word &word : words()) {
            if (name == word.name)
                return (this->*word.read)(value, path);
        }
        const Parameter *const parameter = m_scenario.parameter(name);
        if (!parameter) {
            QByteArray names;
            for (const Parameter &each : m_scenario.parameters)
                names += each.name + ", ";
            return wrong("there is no field " + path + "; there are " + names
                + wordsOfFreeRuns().join(", "));
        }
        qint64 count = 0;
        if (!readCount(value, path, parameter->minimum, parameter->maximum, &count))
            return false;
        m_scenario.free.settings[name] = count;
        return true;
    }

    template <int FreeDefaults::*Field>
    bool readTimes(const LuaValue &value, const QByteArray &path)
    {
        qint64 count = 0;
        if (!readCount(value, path, 1, 1'000'000, &count))
            return false;
        m_scenario.free.*Field = int(count);
        return true;
    }

    template <qint64 FreeDefaults::*Field>
    bool readLength(const LuaValue &value, const QByteArray &path)
    {
        return readCount(value, path, 0, 60'000, &(m_scenario.free.*Field));
    }

    bool readCrash(const LuaValue &value, const QByteArray &path)
    {
        return readProbability(value, path, &m_scenario.free.crash);
    }

    bool readPause(const LuaValue &value, const QByteArray &path)
    {
        if (!value.is(Kind::Table) || value.items.size() != 2 || !value.fields.empty())
            return wrong(path + " is { probability, milliseconds }, as in { 0.1, 300 }");
        return readProbability(value.items[0], path + "[1]", &m_scenario.free.pause)
            && readCount(value.items[1], path + "[2]", 0, 600'000, &m_scenario.free.pauseMs);
    }

    bool readFailover(const LuaValue &value, const QByteArray &path)
    {
        if (!m_scenario.replica)
            return wrong(path + ": nobody takes over; replica = true in the file starts one");
        return readCount(value, path, 1, 600'000, &m_scenario.free.failoverMs);
    }

    bool readRestart(const LuaValue &value, const QByteArray &path)
    {
        if (m_scenario.replica)
            return wrong(path + ": with replica = true the replica takes over, as in failover");
        return readCount(value, path, 1, 600'000, &m_scenario.free.restartMs);
    }

    const LuaValue &m_table;
    Scenario &m_scenario;
};

} // namespace

const QList<QByteArray> &wordsOfFreeRuns()
{
    static const QList<QByteArray> names = [] {
        QList<QByteArray> all;
        for (const FreeReader::Word &word : FreeReader::words())
            all << word.name;
        return all;
    }();
    return names;
}

bool readFree(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return FreeReader(table, scenario, mistake).read();
}

} // namespace lockstep
