// From the table that a file returns to a Scenario. Nothing is forgiven: a field that is not known is
// a misspelling more often than not.

#include "core/lab/scenarioreader.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

using Kind = LuaValue::Kind;

QByteArray listed(const QList<QByteArray> &names)
{
    return names.join(", ");
}

class Reader
{
public:
    Reader(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
        : m_table(table)
        , m_scenario(*scenario)
        , m_mistake(*mistake)
    {
    }

    bool read()
    {
        if (!m_table.is(Kind::Table))
            return wrong("the file returns " + nameOf(m_table) + "; it returns a table, as in return "
                + "{ id = \"…\", client = function(p, me) … end }");
        int functions = 0;
        return fieldsAreKnown(m_table, {},
                   {"id", "family", "order", "title", "lesson", "params", "keys", "bounds",
                       "assume", "fix", "free", "nodes", "replica", "clock", "setup", "client",
                       "clients", "always", "finally"})
            && readWord("id", true, &m_scenario.id) && readWord("family", true, &m_scenario.family)
            && readWord("fix", false, &m_scenario.fix) && readText("title", &m_scenario.title)
            && readText("lesson", &m_scenario.lesson) && readParameters() && readKeys()
            && readRoles() && readBounds() && readAssumptions() && readFree() && readServers()
            && readChecks(m_table, Check::When::Always, &m_scenario, &functions, &m_mistake)
            && readChecks(m_table, Check::When::Finally, &m_scenario, &functions, &m_mistake);
    }

private:
    bool wrong(const QByteArray &sentence, int line = 0)
    {
        m_mistake.line = line;
        m_mistake.sentence = sentence;
        return false;
    }

    // path: "" or "params.", what stands before the field's name.
    bool fieldsAreKnown(
        const LuaValue &table, const QByteArray &path, const QList<QByteArray> &known)
    {
        for (const auto &[name, value] : table.fields) {
            if (!known.contains(name))
                return wrong("there is no field " + path + name + "; there are " + listed(known));
        }
        if (table.hasOtherKeys || (path.isEmpty() && !table.items.empty()))
            return wrong("the table has values without a name; its fields are " + listed(known));
        return true;
    }

    bool readWord(const QByteArray &name, bool isNeeded, QByteArray *word)
    {
        const LuaValue &value = m_table.field(name);
        if (value.is(Kind::Nil) && !isNeeded)
            return true;
        static const QRegularExpression shape(QStringLiteral("^[a-z0-9]+(-[a-z0-9]+)*$"));
        if (!value.is(Kind::Text) || !shape.match(QString::fromUtf8(value.text)).hasMatch())
            return wrong(name + " is " + (value.is(Kind::Nil) ? "missing" : nameOf(value))
                + "; it is a word of small letters, digits and hyphens, as in " + name
                + " = \"stock-script\"");
        *word = value.text;
        return true;
    }

    bool readLocal(const LuaValue &value, const QByteArray &path, LocalText *text)
    {
        if (!value.is(Kind::Table))
            return wrong(path + " is " + (value.is(Kind::Nil) ? "missing" : nameOf(value))
                + "; it is { en = \"…\", zh_CN = \"…\" }");
        if (!fieldsAreKnown(value, path + ".", {"en", "zh_CN"}))
            return false;
        for (const auto &[language, word] : value.fields) {
            if (!word.is(Kind::Text) || word.text.trimmed().isEmpty())
                return wrong(path + "." + language + " is no text");
        }
        if (value.field("en").is(Kind::Nil))
            return wrong(path + ".en is missing; English is always there, zh_CN may follow");
        text->en = QString::fromUtf8(value.field("en").text).trimmed();
        text->zhCN = QString::fromUtf8(value.field("zh_CN").text).trimmed();
        return true;
    }

    bool readText(const QByteArray &name, LocalText *text)
    {
        return readLocal(m_table.field(name), name, text);
    }

    bool readParameters()
    {
        const LuaValue &params = m_table.field("params");
        if (params.is(Kind::Nil))
            return true;
        if (!params.is(Kind::Table) || !params.items.empty() || params.hasOtherKeys)
            return wrong("params is a table with a name for each, as in params = { clients = 2 }");
        static const QRegularExpression shape(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"));
        for (const auto &[name, value] : params.fields) {
            Parameter parameter;
            parameter.name = name;
            if (!shape.match(QString::fromUtf8(name)).hasMatch())
                return wrong("params: “" + name + "” is no name; it has letters, digits and _");
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

    bool readParameter(const LuaValue &value, const QByteArray &path, Parameter *parameter)
    {
        if (value.is(Kind::Whole)) {
            parameter->value = value.whole;
        } else if (value.is(Kind::Table)) {
            if (!fieldsAreKnown(value, path + ".", {"unit", "label"}))
                return false;
            qint64 *const numbers[]
                = {&parameter->value, &parameter->minimum, &parameter->maximum};
            const bool areNumbers = std::all_of(value.items.begin(), value.items.end(),
                [](const LuaValue &each) { return each.is(Kind::Whole); });
            if (value.items.empty() || value.items.size() > 3 || !areNumbers)
                return wrong(path + " begins with one to three whole numbers, as in "
                    + "{ 30000, 100, 60000, unit = \"ms\" }: usual value, least, most");
            for (size_t i = 0; i < value.items.size(); ++i)
                *numbers[i] = value.items[i].whole;
            const LuaValue &unit = value.field("unit");
            if (!unit.is(Kind::Nil) && unit.text != "ms" && unit.text != "s")
                return wrong(path + ".unit is " + nameOf(unit) + "; it is \"ms\" or \"s\"");
            parameter->unit = unit.text;
            const LuaValue &label = value.field("label");
            if (!label.is(Kind::Nil) && !readLocal(label, path + ".label", &parameter->label))
                return false;
        } else {
            return wrong(path + " is " + nameOf(value)
                + "; it is a whole number or { usual, least, most, unit = \"ms\" }");
        }
        if (!parameter->unit.isEmpty() && parameter->minimum < 0)
            return wrong(path + ": a time is never negative");
        if (parameter->minimum > parameter->maximum)
            return wrong(path + ": the least is above the most");
        if (parameter->value < parameter->minimum || parameter->value > parameter->maximum)
            return wrong(path + " is " + QByteArray::number(parameter->value) + "; possible is "
                + QByteArray::number(parameter->minimum) + " to "
                + QByteArray::number(parameter->maximum));
        return true;
    }

    // Lua forgets the order in which a table was written; the text has it.
    void sortParameters()
    {
        const QString source = QString::fromUtf8(m_scenario.source);
        const qsizetype from = source.indexOf(
            QRegularExpression(QStringLiteral("\\bparams\\s*=")));
        const auto placeOf = [&](const Parameter &parameter) {
            if (parameter.name == "clients")
                return qsizetype(-1);
            const QRegularExpression assigned(QStringLiteral("\\b%1\\s*=[^=]").arg(
                QString::fromUtf8(parameter.name)));
            const qsizetype place = source.indexOf(assigned, std::max<qsizetype>(from + 6, 0));
            return place < 0 ? source.size() : place;
        };
        std::stable_sort(m_scenario.parameters.begin(), m_scenario.parameters.end(),
            [&](const Parameter &a, const Parameter &b) { return placeOf(a) < placeOf(b); });
    }

    bool readKeys()
    {
        const LuaValue &keys = m_table.field("keys");
        const bool areTexts = std::all_of(keys.items.begin(), keys.items.end(),
            [](const LuaValue &each) { return each.is(Kind::Text) && !each.text.isEmpty(); });
        if (!keys.is(Kind::Table) || keys.items.empty() || !areTexts || !keys.fields.empty()
            || keys.hasOtherKeys)
            return wrong(QByteArray("keys is ") + (keys.is(Kind::Nil) ? "missing" : "no list of names")
                + "; it names every key that the clients use, as in keys = { \"stock\", "
                  "\"limit:*\" }");
        for (const LuaValue &each : keys.items)
            m_scenario.keys.push_back(each.text);
        return true;
    }

    bool readRoles()
    {
        const LuaValue &setup = m_table.field("setup");
        if (!setup.is(Kind::Nil) && !setup.is(Kind::Function))
            return wrong("setup is " + nameOf(setup) + "; it is function(p) … end");
        const LuaValue &client = m_table.field("client");
        const LuaValue &clients = m_table.field("clients");
        if (client.is(Kind::Nil) == clients.is(Kind::Nil))
            return wrong(client.is(Kind::Nil)
                    ? "client is missing; it is client = function(p, me) … end, or clients = { { role "
                      "= \"…\", count = 2, run = function(p, me) … end } }"
                    : "client and clients are both there; with several roles only clients");
        if (!client.is(Kind::Nil)) {
            if (!client.is(Kind::Function))
                return wrong("client is " + nameOf(client) + "; it is function(p, me) … end");
            Role role{"client", {1, {}}};
            if (m_scenario.parameter("clients"))
                role.count.parameter = "clients";
            m_scenario.roles.push_back(role);
            return true;
        }
        if (!clients.is(Kind::Table) || clients.items.empty() || !clients.fields.empty()
            || clients.hasOtherKeys)
            return wrong("clients is a list of roles, as in clients = { { role = \"…\", count = 2, "
                         "run = function(p, me) … end } }");
        for (size_t i = 0; i < clients.items.size(); ++i) {
            if (!readRole(clients.items[i], "clients[" + QByteArray::number(int(i + 1)) + "]"))
                return false;
        }
        return true;
    }

    bool readRole(const LuaValue &value, const QByteArray &path)
    {
        if (!value.is(Kind::Table) || !value.items.empty())
            return wrong(path + " is { role = \"…\", count = 2, run = function(p, me) … end }");
        if (!fieldsAreKnown(value, path + ".", {"role", "count", "run"}))
            return false;
        Role role;
        role.name = value.field("role").text;
        if (role.name.isEmpty())
            return wrong(path + ".role is missing; it is a word, as in role = \"holder\"");
        if (!value.field("run").is(Kind::Function))
            return wrong(path + ".run is " + nameOf(value.field("run"))
                + "; it is function(p, me) … end");
        const LuaValue &count = value.field("count");
        if (count.is(Kind::Nil))
            role.count.number = 1;
        else if (count.is(Kind::Whole) && count.whole >= 0 && count.whole <= 5000)
            role.count.number = count.whole;
        else if (count.is(Kind::Text) && m_scenario.parameter(count.text))
            role.count.parameter = count.text;
        else
            return wrong(path + ".count is " + nameOf(count)
                + "; it is a number of 0 to 5000 or the name of a parameter");
        m_scenario.roles.push_back(std::move(role));
        return true;
    }

    bool readCount(const LuaValue &value, const QByteArray &path, qint64 least, qint64 most,
        qint64 *count)
    {
        if (!value.is(Kind::Whole) || value.whole < least || value.whole > most)
            return wrong(path + " is " + nameOf(value) + "; it is a whole number of "
                + QByteArray::number(least) + " to " + QByteArray::number(most));
        *count = value.whole;
        return true;
    }

    bool readBounds()
    {
        const LuaValue &bounds = m_table.field("bounds");
        if (bounds.is(Kind::Nil))
            return true;
        if (!bounds.is(Kind::Table) || !bounds.items.empty())
            return wrong("bounds is a table, as in bounds = { time = 1, crashes = 0, pauses = 0 }");
        if (!fieldsAreKnown(bounds, "bounds.",
                {"time", "crashes", "pauses", "restarts", "failovers", "lost_requests"}))
            return false;
        const std::pair<const char *, int *> places[] = {{"time", &m_scenario.bounds.time},
            {"crashes", &m_scenario.bounds.crashes}, {"pauses", &m_scenario.bounds.pauses},
            {"restarts", &m_scenario.bounds.restarts}, {"failovers", &m_scenario.bounds.failovers},
            {"lost_requests", &m_scenario.bounds.lostRequests}};
        for (const auto &[name, place] : places) {
            const LuaValue &value = bounds.field(name);
            qint64 count = 0;
            if (!value.is(Kind::Nil)
                && !readCount(value, QByteArray("bounds.") + name, 0, 1000, &count))
                return false;
            *place = int(count);
        }
        return true;
    }

    bool readAssumptions()
    {
        const LuaValue &assume = m_table.field("assume");
        if (assume.is(Kind::Nil))
            return true;
        const QByteArray possible
            = "assume is a list of \"work_shorter_than_lease\" and \"timers_on_time\"";
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

    bool readProbability(const LuaValue &value, const QByteArray &path, double *probability)
    {
        if (!value.isNumber() || !(value.number >= 0 && value.number <= 1))
            return wrong(path + " is " + nameOf(value) + "; it is a probability of 0 to 1");
        *probability = value.number;
        return true;
    }

    bool readFree()
    {
        const LuaValue &free = m_table.field("free");
        if (free.is(Kind::Nil))
            return true;
        if (!free.is(Kind::Table) || !free.items.empty() || free.hasOtherKeys)
            return wrong("free is a table, as in free = { clients = 50, repeats = 10 }");
        for (const auto &[name, value] : free.fields) {
            if (!readFreeField(name, value, "free." + name))
                return false;
        }
        return true;
    }

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
            return readCount(value, path, 0, 60'000, name == "delay" ? &free.delayMs : &free.workMs);
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
                + "rounds, repeats, crash, pause, delay, work");
        }
        if (!readCount(value, path, parameter->minimum, parameter->maximum, &count))
            return false;
        free.settings[name] = count;
        return true;
    }

    bool readTruth(const QByteArray &name, bool *truth)
    {
        const LuaValue &value = m_table.field(name);
        if (!value.is(Kind::Nil) && !value.is(Kind::Truth))
            return wrong(name + " is " + nameOf(value) + "; it is true or false");
        *truth = value.truth;
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
        return readTruth("replica", &m_scenario.replica) && readTruth("clock", &m_scenario.clock);
    }

    const LuaValue &m_table;
    Scenario &m_scenario;
    ScenarioMistake &m_mistake;
};

} // namespace

bool readScenario(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return Reader(table, scenario, mistake).read();
}

} // namespace lockstep
