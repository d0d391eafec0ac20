// Reads the table that a file returns into a Scenario. An unknown field is a mistake, because it is
// usually a misspelling.

#include "core/lab/loader/scenarioreader.h"

#include "core/lab/loader/checkreader.h"
#include "core/lab/loader/exercisereader.h"
#include "core/lab/loader/settingsreader.h"
#include "core/lab/scenario/assumptions.h"
#include "core/lab/scenario/boundnames.h"
#include "core/lab/scenario/keyrolenames.h"
#include "core/redis/values/coretext.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <limits>

namespace lockstep {

namespace {

using Kind = LuaValue::Kind;

// Whether steps of this name exist already. A script may not have such a name, because its steps
// are shown under it.
bool isStepOfLab(const QByteArray &name)
{
    constexpr std::array<QByteArrayView, 8> names{
        "subscribe", "receive", "publish", "watch", "unwatch", "multi", "exec", "discard"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

class Reader : private FieldReader
{
public:
    using FieldReader::FieldReader;

    bool read()
    {
        if (!m_table.is(Kind::Table))
            return wrong(CoreText::bytes(
                CoreText::tr("the file returns %1; it returns a table, as in return { id = \"…\", "
                             "client = function(p, me) … end }"),
                nameOf(m_table)));
        int functions = 0;
        return fieldsAreKnown(m_table, {},
                   {"id", "family", "order", "title", "lesson", "params", "keys", "bounds",
                       "assume", "copy_of", "fix", "free", "nodes", "replica", "clock",
                       "expired_events", "exercise", "scripts", "setup", "client", "clients",
                       "always", "finally"})
            && readWord(m_table, "id", true, &m_scenario.id)
            && readWord(m_table, "family", true, &m_scenario.family) && familyIsKnown()
            && readWord(m_table, "copy_of", false, &m_scenario.copyOf)
            && readWord(m_table, "fix", false, &m_scenario.fix)
            && readLocal(m_table.field("title"), "title", &m_scenario.title)
            && readLocal(m_table.field("lesson"), "lesson", &m_scenario.lesson)
            && readParameters(m_table, &m_scenario, m_mistake) && readKeys() && readRoles()
            && readScripts() && readServers() && readFree(m_table, &m_scenario, m_mistake)
            && readBounds() && readAssumptions()
            && readChecks(
                m_table, "always", Check::When::Always, &m_scenario, &functions, m_mistake)
            && readChecks(
                m_table, "finally", Check::When::Finally, &m_scenario, &functions, m_mistake)
            && readExercise(m_table, &m_scenario, m_mistake);
    }

    // Needs what readServers() has read: some faults happen to some servers only.
    bool readBounds()
    {
        const LuaValue &bounds = m_table.field("bounds");
        if (bounds.is(Kind::Nil))
            return true;
        if (!bounds.is(Kind::Table) || !bounds.items.empty())
            return wrong(CoreText::tr(
                "bounds is a table, as in bounds = { time = 1, crashes = 0, pauses = 0 "
                "}")
                             .toUtf8());
        QList<QByteArray> known;
        for (const Bound &each : allBounds)
            known << each.field;
        if (!fieldsAreKnown(bounds, "bounds.", known))
            return false;
        for (const Bound &each : allBounds) {
            if (!readBound(bounds.field(each.field), each)) {
                m_mistake->line = lineOfBound(each.field);
                return false;
            }
        }
        return true;
    }

    bool readAssumptions()
    {
        const LuaValue &assume = m_table.field("assume");
        if (assume.is(Kind::Nil))
            return true;
        const QByteArray possible =
            CoreText::tr("assume is a list of \"work_shorter_than_lease\" and \"timers_on_time\"")
                .toUtf8();
        if (!assume.is(Kind::Table) || !assume.fields.empty() || assume.hasOtherKeys)
            return wrong(possible);
        for (const LuaValue &each : assume.items) {
            const auto known = std::find_if(allAssumptions.begin(), allAssumptions.end(),
                [&](const AssumptionName &name) { return each.text == name.name; });
            if (known != allAssumptions.end())
                m_scenario.assumptions.push_back(known->assumption);
            else
                return wrong(CoreText::bytes(
                    CoreText::tr("assume: %1 is not known; %2"), nameOf(each), possible));
        }
        return true;
    }

private:
    bool familyIsKnown()
    {
        const QByteArrayList all(scenarioFamilies.begin(), scenarioFamilies.end());
        return placeOfFamily(m_scenario.family)
            || wrong(CoreText::bytes(CoreText::tr("there is no family \"%1\"; possible are %2"),
                m_scenario.family, all.join(", ")));
    }

    bool readKeys()
    {
        const LuaValue &keys = m_table.field("keys");
        const bool areTexts =
            std::all_of(keys.items.begin(), keys.items.end(), [](const LuaValue &each) {
                const bool hasPurpose = each.is(Kind::Table) && each.items.size() == 1;
                const LuaValue &name = hasPurpose ? each.items.front() : each;
                return name.is(Kind::Text) && !name.text.isEmpty();
            });
        const bool hasEmptyName = std::any_of(keys.items.begin(), keys.items.end(),
            [](const LuaValue &each) { return each.is(Kind::Text) && each.text.isEmpty(); });
        if (hasEmptyName)
            return wrong(
                CoreText::tr("keys has an empty name, which the lab does not take; give the key "
                             "another")
                    .toUtf8());
        if (!keys.is(Kind::Table) || keys.items.empty() || !areTexts || !keys.fields.empty()
            || keys.hasOtherKeys)
            return wrong(CoreText::bytes(
                CoreText::tr("keys is %1; it names every key that the clients use, as in keys = { "
                             "\"stock\", \"limit:*\" }"),
                keys.is(Kind::Nil) ? CoreText::tr("missing") : CoreText::tr("no list of names")));
        return std::all_of(keys.items.begin(), keys.items.end(),
            [this](const LuaValue &each) { return readKey(each); });
    }

    bool readKey(const LuaValue &key)
    {
        const QByteArray name = key.is(Kind::Text) ? key.text : key.items.front().text;
        if (std::find(m_scenario.keys.begin(), m_scenario.keys.end(), name)
            != m_scenario.keys.end())
            return wrong(CoreText::bytes(
                CoreText::tr("keys: \"%1\" stands there twice; once is enough"), name));
        m_scenario.keys.push_back(name);
        if (key.is(Kind::Text))
            return true;
        const QByteArray path = "keys: \"" + name + "\"";
        const QByteArray word = key.field("as").text;
        const auto known = std::find_if(allKeyRoles.begin(), allKeyRoles.end(),
            [&](const KeyRoleName &each) { return word == each.name; });
        if (known == allKeyRoles.end()) {
            QByteArray names;
            for (const KeyRoleName &each : allKeyRoles)
                names += QByteArray(names.isEmpty() ? "" : ", ") + "\"" + each.name + "\"";
            return wrong(CoreText::bytes(
                CoreText::tr("%1: as is %2; it is one of %3, as in { \"%4\", as = \"members\" }"),
                path, nameOf(key.field("as")), names, name));
        }
        KeyPurpose purpose;
        purpose.role = known->role;
        const bool isBucket = purpose.role == KeyRole::Tokens;
        if (!fieldsAreKnown(key, path + ", ",
                isBucket ? QList<QByteArray>{"as", "one", "full"} : QList<QByteArray>{"as"})
            || !readAmount(key.field("one"), path + ": one", 1, &purpose.one)
            || !readAmount(key.field("full"), path + ": full", 0, &purpose.full))
            return false;
        m_scenario.purposes[name] = purpose;
        return true;
    }

    // Reads a number or the name of a parameter. If the field is missing, *amount stays as it is.
    bool readAmount(const LuaValue &value, const QByteArray &path, qint64 least, Amount *amount)
    {
        if (value.is(Kind::Nil))
            return true;
        const Parameter *const parameter =
            value.is(Kind::Text) ? m_scenario.parameter(value.text) : nullptr;
        if (parameter && parameter->minimum >= least) {
            amount->parameter = parameter->name;
            return true;
        }
        if (!value.is(Kind::Whole) || value.whole < least)
            return wrong(CoreText::bytes(
                CoreText::tr("%1 is %2; it is a number, at least %3, or the name of a parameter "
                             "that is never less"),
                path, nameOf(value), QByteArray::number(least)));
        amount->number = value.whole;
        return true;
    }

    bool readRoles()
    {
        const LuaValue &setup = m_table.field("setup");
        if (!setup.is(Kind::Nil) && !setup.is(Kind::Function))
            return wrong(CoreText::bytes(
                CoreText::tr("setup is %1; it is function(p) … end"), nameOf(setup)));
        const LuaValue &client = m_table.field("client");
        const LuaValue &clients = m_table.field("clients");
        if (client.is(Kind::Nil) == clients.is(Kind::Nil))
            return wrong(client.is(Kind::Nil)
                    ? CoreText::tr("client is missing; it is client = function(p, me) … end, or "
                                   "clients = { { role = \"…\", count = 2, run = function(p, me) "
                                   "… end } }")
                          .toUtf8()
                    : CoreText::tr("client and clients are both there; with several roles only "
                                   "clients")
                          .toUtf8());
        if (!client.is(Kind::Nil)) {
            if (!client.is(Kind::Function))
                return wrong(CoreText::bytes(
                    CoreText::tr("client is %1; it is function(p, me) … end"), nameOf(client)));
            Role role{"client", {1, {}}};
            if (m_scenario.parameter("clients"))
                role.count.parameter = "clients";
            m_scenario.roles.push_back(role);
            return true;
        }
        if (!clients.is(Kind::Table) || clients.items.empty() || !clients.fields.empty()
            || clients.hasOtherKeys)
            return wrong(CoreText::tr(
                "clients is a list of roles, as in clients = { { role = \"…\", count = "
                "2, run = function(p, me) … end } }")
                             .toUtf8());
        for (size_t i = 0; i < clients.items.size(); ++i) {
            if (!readRole(clients.items[i], "clients[" + QByteArray::number(int(i + 1)) + "]"))
                return false;
        }
        return true;
    }

    bool readRole(const LuaValue &value, const QByteArray &path)
    {
        if (!value.is(Kind::Table) || !value.items.empty())
            return wrong(CoreText::bytes(
                CoreText::tr("%1 is { role = \"…\", count = 2, run = function(p, me) … end }"),
                path));
        if (!fieldsAreKnown(value, path + ".", {"role", "count", "run"}))
            return false;
        Role role;
        role.name = value.field("role").text;
        if (role.name.isEmpty())
            return wrong(CoreText::bytes(
                CoreText::tr("%1.role is missing; it is a word, as in role = \"holder\""), path));
        if (!value.field("run").is(Kind::Function))
            return wrong(CoreText::bytes(CoreText::tr("%1.run is %2; it is function(p, me) … end"),
                path, nameOf(value.field("run"))));
        const LuaValue &count = value.field("count");
        if (count.is(Kind::Nil))
            role.count.number = 1;
        else if (count.is(Kind::Whole) && count.whole >= 0 && count.whole <= 5000)
            role.count.number = count.whole;
        else if (count.is(Kind::Text) && m_scenario.parameter(count.text))
            role.count.parameter = count.text;
        else
            return wrong(CoreText::bytes(
                CoreText::tr(
                    "%1.count is %2; it is a number of 0 to 5000 or the name of a parameter"),
                path, nameOf(count)));
        const Parameter *const parameter = m_scenario.parameter(role.count.parameter);
        if (parameter && parameter->minimum < 0)
            return wrong(CoreText::bytes(
                CoreText::tr("%1.count: the parameter %2 may be below 0; its least is to be 0 or "
                             "more"),
                path, parameter->name));
        m_scenario.roles.push_back(std::move(role));
        return true;
    }

    bool readScripts()
    {
        const LuaValue &scripts = m_table.field("scripts");
        if (scripts.is(Kind::Nil))
            return true;
        if (!scripts.is(Kind::Table) || !scripts.items.empty() || scripts.hasOtherKeys)
            return wrong(
                CoreText::tr("scripts is a table of texts by their names, as in scripts = { take = "
                             "[[return redis.call('DECR', KEYS[1])]] }")
                    .toUtf8());
        for (const auto &[name, source] : scripts.fields) {
            if (isStepOfLab(name.toLower()))
                return wrong(CoreText::bytes(
                    CoreText::tr(
                        "scripts.%1: the lab has steps of that name; call the script otherwise"),
                    name));
            if (name.contains(' '))
                return wrong(CoreText::bytes(
                    CoreText::tr("scripts[\"%1\"]: a script's name is one word, as in take-one"),
                    name));
            if (name == name.toUpper())
                return wrong(CoreText::bytes(
                    CoreText::tr("scripts.%1: a word in capitals is a command's; write the name in "
                                 "small letters"),
                    name));
            if (!source.is(Kind::Text) || source.text.trimmed().isEmpty())
                return wrong(CoreText::bytes(
                    CoreText::tr(
                        "scripts.%1 is %2; it is the text of a server script, as in [[return "
                        "redis.call('DECR', KEYS[1])]]"),
                    name, nameOf(source)));
            m_scenario.scripts[name] = source.text;
        }
        return true;
    }

    bool readBound(const LuaValue &value, const Bound &bound)
    {
        const QByteArray path = QByteArray("bounds.") + bound.field;
        qint64 count = 0;
        if (!value.is(Kind::Nil) && !readCount(value, path, 0, Bounds::most, &count))
            return false;
        if (count > 0 && !isPossible(bound, m_scenario))
            return wrong(CoreText::bytes(bound.value == &Bounds::failovers
                    ? CoreText::tr("%1: nobody takes over; replica = true in the file starts one")
                    : CoreText::tr("%1: requests are lost only on the way to one of several "
                                   "servers; nodes = 2 in the file starts two"),
                path));
        m_scenario.bounds.*bound.value = int(count);
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
};

} // namespace

bool readScenario(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return Reader(table, scenario, mistake).read();
}

bool readBounds(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return Reader(table, scenario, mistake).readBounds();
}

bool readAssumptions(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return Reader(table, scenario, mistake).readAssumptions();
}

} // namespace lockstep
