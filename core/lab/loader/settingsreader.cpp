// Reads the parameters of a scenario, in the order of its file, and the defaults of free runs,
// which have some options besides the parameters.

#include "core/lab/loader/settingsreader.h"

#include "core/redis/values/coretext.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using Kind = LuaValue::Kind;

constexpr qint64 farthest = 1'000'000'000'000;

class SettingsReader : private FieldReader
{
public:
    using FieldReader::FieldReader;

    bool readParameters()
    {
        const LuaValue &params = m_table.field("params");
        if (params.is(Kind::Nil))
            return true;
        if (!params.is(Kind::Table) || !params.items.empty() || params.hasOtherKeys)
            return wrong(CoreText::tr(
                "params is a table with a name for each, as in params = { clients = 2 }")
                             .toUtf8());
        static const QRegularExpression shape(
            QRegularExpression::anchoredPattern(QStringLiteral("[A-Za-z_][A-Za-z0-9_]*")));
        for (const auto &[name, value] : params.fields) {
            Parameter parameter;
            parameter.name = name;
            if (!shape.match(QString::fromUtf8(name)).hasMatch())
                return wrong(CoreText::bytes(
                    CoreText::tr("params: “%1” is no name; it has letters, digits and _"), name));
            if (wordsOfFreeRuns().contains(name))
                return wrong(CoreText::bytes(
                    CoreText::tr("params: “%1” means something else for every free run; call it "
                                 "otherwise"),
                    name));
            if (name == "clients") {
                parameter.minimum = 1;
                parameter.maximum = 5000;
            }
            if (!readParameter(value, "params." + name, &parameter))
                return false;
            m_scenario.parameters.push_back(std::move(parameter));
        }
        sortParameters();
        return true;
    }

    bool readFree()
    {
        const LuaValue &free = m_table.field("free");
        if (free.is(Kind::Nil))
            return true;
        if (!free.is(Kind::Table) || !free.items.empty() || free.hasOtherKeys)
            return wrong(
                CoreText::tr("free is a table, as in free = { clients = 50, repeats = 10 }")
                    .toUtf8());
        for (const auto &[name, value] : free.fields) {
            if (!readFreeField(name, value, "free." + name))
                return false;
            m_scenario.free.named.insert(name);
        }
        return true;
    }

private:
    bool readParameter(const LuaValue &value, const QByteArray &path, Parameter *parameter)
    {
        if (value.is(Kind::Whole)) {
            parameter->value = value.whole;
        } else if (value.is(Kind::Table)) {
            if (!fieldsAreKnown(value, path + ".", {"unit", "label"}))
                return false;
            qint64 *const numbers[] = {&parameter->value, &parameter->minimum, &parameter->maximum};
            const bool areNumbers = std::all_of(value.items.begin(), value.items.end(),
                [](const LuaValue &each) { return each.is(Kind::Whole); });
            if (value.items.empty() || value.items.size() > 3 || !areNumbers)
                return wrong(CoreText::bytes(
                    CoreText::tr(
                        "%1 begins with one to three whole numbers, as in { 30000, 100, 60000, "
                        "unit = \"ms\" }: usual value, least, most"),
                    path));
            for (size_t i = 0; i < value.items.size(); ++i)
                *numbers[i] = value.items[i].whole;
            const LuaValue &unit = value.field("unit");
            if (!unit.is(Kind::Nil) && unit.text != "ms" && unit.text != "s")
                return wrong(CoreText::bytes(
                    CoreText::tr("%1.unit is %2; it is \"ms\" or \"s\""), path, nameOf(unit)));
            parameter->unit = unit.text;
            const LuaValue &label = value.field("label");
            if (!label.is(Kind::Nil) && !readLocal(label, path + ".label", &parameter->label))
                return false;
        } else {
            return wrong(CoreText::bytes(
                CoreText::tr(
                    "%1 is %2; it is a whole number or { usual, least, most, unit = \"ms\" "
                    "}"),
                path, nameOf(value)));
        }
        if (!parameter->unit.isEmpty() && parameter->minimum < 0)
            return wrong(CoreText::bytes(CoreText::tr("%1: a time is never negative"), path));
        if (parameter->minimum < -farthest || parameter->maximum > farthest)
            return wrong(CoreText::bytes(CoreText::tr("%1: its numbers are %2 to %3"), path,
                QByteArray::number(-farthest), QByteArray::number(farthest)));
        if (parameter->minimum > parameter->maximum)
            return wrong(CoreText::bytes(CoreText::tr("%1: the least is above the most"), path));
        if (parameter->value < parameter->minimum || parameter->value > parameter->maximum)
            return wrong(CoreText::bytes(CoreText::tr("%1 is %2; possible is %3 to %4"), path,
                QByteArray::number(parameter->value), QByteArray::number(parameter->minimum),
                QByteArray::number(parameter->maximum)));
        return true;
    }

    // Lua forgets the order in which a table was written; the text has it.
    void sortParameters()
    {
        const QString source = QString::fromUtf8(m_scenario.source);
        const qsizetype from = source.indexOf(QRegularExpression(QStringLiteral("\\bparams\\s*=")));
        const auto placeOf = [&](const Parameter &parameter) {
            if (parameter.name == "clients")
                return qsizetype(-1);
            const QRegularExpression assigned(
                QStringLiteral("\\b%1\\s*=[^=]").arg(QString::fromUtf8(parameter.name)));
            const qsizetype place = source.indexOf(assigned, std::max<qsizetype>(from + 6, 0));
            return place < 0 ? source.size() : place;
        };
        std::stable_sort(m_scenario.parameters.begin(), m_scenario.parameters.end(),
            [&](const Parameter &a, const Parameter &b) { return placeOf(a) < placeOf(b); });
    }

    struct Word
    {
        const char *name;
        bool (SettingsReader::*read)(const LuaValue &value, const QByteArray &path);
    };

    // The options of free runs that are no parameters. There is no other list of them.
    static auto words()
    {
        return std::array{
            Word{"rounds", &SettingsReader::readTimes<&FreeDefaults::rounds>},
            Word{"repeats", &SettingsReader::readTimes<&FreeDefaults::repeats>},
            Word{"crash", &SettingsReader::readCrash},
            Word{"pause", &SettingsReader::readPause},
            Word{"delay", &SettingsReader::readLength<&FreeDefaults::delayMs>},
            Word{"work", &SettingsReader::readLength<&FreeDefaults::workMs>},
            Word{"failover", &SettingsReader::readFailover},
            Word{"restart", &SettingsReader::readRestart},
        };
    }

    static const QList<QByteArray> &wordsOfFreeRuns()
    {
        static const QList<QByteArray> names = [] {
            QList<QByteArray> all;
            for (const Word &word : words())
                all << word.name;
            return all;
        }();
        return names;
    }

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
            return wrong(CoreText::bytes(CoreText::tr("there is no field %1; there are %2%3"), path,
                names, wordsOfFreeRuns().join(", ")));
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
            return wrong(CoreText::bytes(
                CoreText::tr("%1 is { probability, milliseconds }, as in { 0.1, 300 }"), path));
        return readProbability(value.items[0], path + "[1]", &m_scenario.free.pause)
            && readCount(value.items[1], path + "[2]", 0, 600'000, &m_scenario.free.pauseMs);
    }

    bool readFailover(const LuaValue &value, const QByteArray &path)
    {
        if (!m_scenario.replica)
            return wrong(CoreText::bytes(
                CoreText::tr("%1: nobody takes over; replica = true in the file starts one"),
                path));
        return readCount(value, path, 1, 600'000, &m_scenario.free.failoverMs);
    }

    bool readRestart(const LuaValue &value, const QByteArray &path)
    {
        if (m_scenario.replica)
            return wrong(CoreText::bytes(
                CoreText::tr("%1: with replica = true the replica takes over, as in failover"),
                path));
        return readCount(value, path, 1, 600'000, &m_scenario.free.restartMs);
    }
};

} // namespace

bool readParameters(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return SettingsReader(table, scenario, mistake).readParameters();
}

bool readFree(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return SettingsReader(table, scenario, mistake).readFree();
}

} // namespace lockstep
