#pragma once

#include "core/lab/lua/luaexpressions.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

namespace lockstep {

struct TimeUse;

// Commands that set a deadline.
inline constexpr std::array<QByteArrayView, 4> deadlineCommands{
    "EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT"};
// Functions of the lab that hand a value to a server or to a check.
inline constexpr std::array<QByteArrayView, 5> timeReceivers{
    "call", "pcall", "script", "event", "count"};

template <size_t size>
bool isOneOf(QByteArrayView word, const std::array<QByteArrayView, size> &words)
{
    return std::any_of(words.begin(), words.end(),
        [&](QByteArrayView each) { return each.compare(word, Qt::CaseInsensitive) == 0; });
}

// Which expressions of a Lua source hold a time that it has read. Both arguments outlive this.
class TimeValues
{
public:
    // tellingScripts: names of scripts whose reply tells a time.
    TimeValues(QByteArrayView source, const std::set<QByteArray> &tellingScripts);

    [[nodiscard]] const LuaExpressions &source() const { return m_source; }
    [[nodiscard]] bool isTime(TokenRange range) const;
    // Whether it was computed from a time, and is not the time itself.
    [[nodiscard]] bool isComputed(TokenRange range) const;
    // Whether it was asked for in whole seconds, so that it ends at another moment than the key.
    [[nodiscard]] bool isRounded(TokenRange range) const;
    // Whether a function of the source has this name; then its parameters are followed.
    [[nodiscard]] bool isOfFile(QByteArrayView function) const
    {
        return m_parameters.count(function) != 0;
    }
    // Whether a local variable, or a parameter, has this name, which hides a function of Lua's or
    // the lab's.
    [[nodiscard]] bool isVariable(QByteArrayView name) const
    {
        return m_variables.count(name) != 0;
    }
    // The source of a server script that is the text at the token; empty if it is none, as it is
    // for texts for readers, such as { en = [[…]] }.
    [[nodiscard]] QByteArrayView scriptAt(size_t i) const;
    // Whether some check reads events.
    [[nodiscard]] bool readsEvents() const { return m_readsEvents; }
    [[nodiscard]] bool setsDeadlines() const { return m_setsDeadlines; }
    // Whether the source itself returns a time.
    [[nodiscard]] bool isReturned() const { return m_isReturned; }
    // Whether a time goes where it cannot be followed.
    [[nodiscard]] bool isLost() const { return m_isLost; }

private:
    [[nodiscard]] bool isTimeOfCheck(size_t i) const;
    [[nodiscard]] bool isBehindValue(TokenRange range, size_t i) const;
    void note(QByteArrayView name, TokenRange value);
    void noteTargets(size_t assignment, TokenRange value);
    void readTexts();
    void readFunctions();
    void readVariables();
    void readAssignments();
    void readCalls();
    void readHandedOn(size_t i);
    void readReturns();

    const std::set<QByteArray> &m_tellingScripts;
    LuaExpressions m_source;
    std::multimap<QByteArrayView, std::vector<QByteArrayView>>
        m_parameters; // by the function's name
    std::set<QByteArrayView> m_variables;
    std::set<QByteArrayView> m_takeAny; // functions with "..."
    // Names of variables that hold a time and functions that return one.
    std::set<QByteArrayView> m_names;
    std::set<QByteArrayView> m_computed; // those of m_names that were computed from a time
    std::set<QByteArrayView> m_rounded; // those of m_names that are whole seconds
    bool m_readsEvents = false;
    bool m_asksInTransactions = false; // maybe; then the reply of EXEC may be a time
    bool m_setsDeadlines = false;
    bool m_isReturned = false;
    bool m_isLost = false;
};

} // namespace lockstep
