// Part of scenarioreader.h. The clients and the setup.

#include "core/lab/loader/scenarioreader.h"

namespace lockstep {

namespace {

using Kind = LuaValue::Kind;

class RoleReader : private FieldReader
{
public:
    RoleReader(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
        : FieldReader(mistake)
        , m_table(table)
        , m_scenario(*scenario)
    {
    }

    bool read()
    {
        const LuaValue &setup = m_table.field("setup");
        if (!setup.is(Kind::Nil) && !setup.is(Kind::Function))
            return wrong("setup is " + nameOf(setup) + "; it is function(p) … end");
        const LuaValue &client = m_table.field("client");
        const LuaValue &clients = m_table.field("clients");
        if (client.is(Kind::Nil) == clients.is(Kind::Nil))
            return wrong(client.is(Kind::Nil)
                    ? "client is missing; it is client = function(p, me) … end, or clients = { { "
                      "role "
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

private:
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
            return wrong(
                path + ".run is " + nameOf(value.field("run")) + "; it is function(p, me) … end");
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
        const Parameter *const parameter = m_scenario.parameter(role.count.parameter);
        if (parameter && parameter->minimum < 0)
            return wrong(path + ".count: the parameter " + parameter->name
                + " may be below 0; its least is to be 0 or more");
        m_scenario.roles.push_back(std::move(role));
        return true;
    }

    const LuaValue &m_table;
    Scenario &m_scenario;
};

} // namespace

bool readRoles(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    return RoleReader(table, scenario, mistake).read();
}

} // namespace lockstep
