// Reads from the text what programs and scripts do to each key, without running them. Only
// arguments that are literally there are understood: redis.call("SET", "lock", me.token, "NX"),
// redis.script("stock-take", { "stock" }, …), enter("lock"); in a script KEYS[1] is the first of
// the names that it is given. A name may be called otherwise before: local key = KEYS[1].

#include "core/lab/loader/keyuses.h"

#include "core/lab/lua/luatokens.h"
#include "core/lab/program/serverscript.h"

#include <algorithm>

namespace lockstep {

namespace {

using Argument = std::vector<LuaToken>;

class UseReader
{
public:
    // keys: what KEYS[1], KEYS[2], … of a script are; empty for a program.
    UseReader(QByteArrayView source, const Scenario &scenario, std::vector<QByteArray> keys,
        std::map<QByteArray, KeyUse> *uses)
        : m_scenario(scenario)
        , m_keys(std::move(keys))
        , m_uses(*uses)
    {
        LuaTokens reader(source);
        for (LuaToken token = reader.next(); token.kind != LuaToken::Kind::End;
             token = reader.next())
            m_tokens.push_back(token);
    }

    void read(const std::vector<NamedScript> &scripts)
    {
        for (size_t i = 0; i < m_tokens.size(); ++i) {
            if (at(i).isName("local") && at(i + 2).is('='))
                m_names[at(i + 1).text.toByteArray()] = i + 3;
            if (!at(i + 1).is('('))
                continue;
            if (at(i).isName("call") || at(i).isName("pcall"))
                readCommand(argumentsAt(i + 2));
            else if (at(i).isName("script"))
                readScript(argumentsAt(i + 2), scripts);
            else if (at(i).isName("enter") && at(i + 2).kind == LuaToken::Kind::Text)
                enter(at(i + 2).text.toByteArray());
        }
    }

private:
    [[nodiscard]] LuaToken at(size_t i) const
    {
        return i < m_tokens.size() ? m_tokens[i] : LuaToken();
    }

    // The arguments from token i to the closing bracket, split at the commas.
    [[nodiscard]] std::vector<Argument> argumentsAt(size_t i) const
    {
        std::vector<Argument> arguments(1);
        for (int depth = 0; i < m_tokens.size(); ++i) {
            const LuaToken &token = m_tokens[i];
            const bool closes = token.is(')') || token.is('}') || token.is(']');
            if (closes && depth-- == 0)
                break;
            if (token.is('(') || token.is('{') || token.is('['))
                ++depth;
            if (depth == 0 && token.is(','))
                arguments.emplace_back();
            else
                arguments.back().push_back(token);
        }
        return arguments;
    }

    // The scenario's key that the argument names; empty if it names none or it is not known which.
    [[nodiscard]] QByteArray keyOf(Argument argument) const
    {
        if (argument.size() == 1 && argument[0].kind == LuaToken::Kind::Name) {
            const auto named = m_names.find(argument[0].text.toByteArray());
            if (named == m_names.end())
                return {};
            argument.clear();
            for (size_t i = named->second; argument.size() < 4 && i < m_tokens.size(); ++i)
                argument.push_back(m_tokens[i]);
        }
        if (argument.empty())
            return {};
        if (argument[0].kind == LuaToken::Kind::Text)
            return keyNamed(argument[0].text, argument.size() > 1 && argument[1].is('.'));
        if (argument.size() < 4 || !argument[0].isName("KEYS") || !argument[1].is('['))
            return {};
        const size_t number = argument[2].text.toULong();
        return number >= 1 && number <= m_keys.size() ? m_keys[number - 1] : QByteArray();
    }

    [[nodiscard]] QByteArray keyNamed(QByteArrayView text, bool goesOn) const
    {
        const auto found = std::find_if(
            m_scenario.keys.begin(), m_scenario.keys.end(), [&](const QByteArray &key) {
                return goesOn ? key.contains('*') && key.startsWith(text) : key == text;
            });
        return found == m_scenario.keys.end() ? QByteArray() : *found;
    }

    void readCommand(const std::vector<Argument> &arguments)
    {
        if (arguments[0].size() != 1 || arguments[0][0].kind != LuaToken::Kind::Text)
            return;
        const QByteArray command = arguments[0][0].text.toByteArray().toUpper();
        const auto has = [&](QByteArrayView word) {
            return std::any_of(arguments.begin() + 1, arguments.end(), [&](const Argument &each) {
                return each.size() == 1 && each[0].kind == LuaToken::Kind::Text
                    && each[0].text.compare(word, Qt::CaseInsensitive) == 0;
            });
        };
        for (size_t i = 1; i < arguments.size(); ++i) {
            const QByteArray key = keyOf(arguments[i]);
            if (key.isEmpty())
                continue;
            KeyUse &use = m_uses[key];
            use.commands.insert(command);
            use.isSetOnce |= command == "SETNX" || (command == "SET" && has("NX"));
        }
    }

    void readScript(const std::vector<Argument> &arguments, const std::vector<NamedScript> &scripts)
    {
        if (arguments.size() < 2 || arguments[0].size() != 1 || arguments[1].empty()
            || !arguments[1].front().is('{'))
            return;
        const auto script = std::find_if(scripts.begin(), scripts.end(),
            [&](const NamedScript &each) { return each.name == arguments[0][0].text; });
        if (script == scripts.end())
            return;
        std::vector<QByteArray> keys;
        for (const Argument &each : partsOf(arguments[1]))
            keys.push_back(keyOf(each));
        if (!keys.front().isEmpty() && script->name.contains("bucket"))
            m_uses[keys.front()].isBucket = true;
        UseReader(script->source, m_scenario, std::move(keys), &m_uses).read({});
    }

    // The elements of a table that is written as the argument: { a, b }.
    [[nodiscard]] static std::vector<Argument> partsOf(const Argument &table)
    {
        std::vector<Argument> parts(1);
        for (size_t i = 1; i + 1 < table.size(); ++i) {
            if (table[i].is(','))
                parts.emplace_back();
            else
                parts.back().push_back(table[i]);
        }
        return parts;
    }

    void enter(const QByteArray &name)
    {
        if (const QByteArray key = keyNamed(name, false); !key.isEmpty())
            m_uses[key].isEntered = true;
    }

    const Scenario &m_scenario;
    const std::vector<QByteArray> m_keys;
    std::map<QByteArray, KeyUse> &m_uses;
    std::vector<LuaToken> m_tokens;
    std::map<QByteArray, size_t> m_names; // local NAME = …: the token at which its value begins
};

} // namespace

bool KeyUse::hasAny(const std::set<QByteArray> &names) const
{
    return std::any_of(names.begin(), names.end(),
        [this](const QByteArray &each) { return commands.contains(each); });
}

std::map<QByteArray, KeyUse> keyUses(const Scenario &scenario)
{
    std::map<QByteArray, KeyUse> uses;
    UseReader(scenario.source, scenario, {}, &uses).read(scriptsNamedBy(scenario));
    return uses;
}

} // namespace lockstep
