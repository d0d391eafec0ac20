// The strongest signs are looked at first. A key that is incremented is a counter even if clients
// enter it, because it is a semaphore then. Any other key that clients enter is a lock whatever its
// value looks like, for a lock may well hold a number.

#include "core/lab/history/keyroles.h"

#include "core/lab/history/roundrecords.h"
#include "core/lab/scenario/keypattern.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = Check::Kind;

const std::set<QByteArray> counting{"INCR", "DECR", "INCRBY", "DECRBY", "INCRBYFLOAT"};
const std::set<QByteArray> ofElements{"ZADD", "ZREM", "ZCARD", "ZCOUNT", "ZREMRANGEBYSCORE", "SADD",
    "SREM", "SCARD", "SISMEMBER", "LPUSH", "RPUSH", "LPUSHX", "RPUSHX", "LPOP", "RPOP", "LLEN"};
const std::set<QByteArray> deleting{"DEL", "UNLINK", "GETDEL"};

bool matches(const QByteArray &pattern, const QByteArray &key)
{
    return pattern == key
        || matchesKeyPattern(
            {pattern.constData(), size_t(pattern.size())}, {key.constData(), size_t(key.size())});
}

// The value of the pattern that equals the key, else of the first pattern in the file's order that
// matches it.
template <typename Value>
const Value *matching(const std::map<QByteArray, Value> &byPattern,
    const QList<QByteArray> &patterns, const QByteArray &key)
{
    auto found = byPattern.find(key);
    for (auto each = patterns.begin(); found == byPattern.end() && each != patterns.end(); ++each) {
        if (matches(*each, key))
            found = byPattern.find(*each);
    }
    return found == byPattern.end() ? nullptr : &found->second;
}

} // namespace

std::optional<double> tokensIn(QByteArrayView value)
{
    const qsizetype end = value.indexOf(' ');
    bool isNumber = false;
    const double number = value.first(end < 0 ? value.size() : end).toDouble(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

KeyRoles::KeyRoles(const Run &run, int round)
    : m_run(run)
    , m_uses(keyUses(*run.scenario))
{
    noteEntered(round);
    noteForms(round);
}

void KeyRoles::noteEntered(int round)
{
    // How many marks are looked at: a program that enters a key does so early in the round.
    constexpr std::size_t most = 10'000;
    const History &history = m_run.history;
    std::set<quint32> names;
    const auto marks = RoundRecords(history, round).marks;
    for (const MarkRecord &mark : marks.first(std::min(marks.size(), most))) {
        if (mark.kind == MarkRecord::Kind::Enter)
            names.insert(mark.name);
    }
    for (const quint32 name : names)
        m_entered.insert(history.texts[name].toByteArray());
}

void KeyRoles::noteForms(int round)
{
    const History &history = m_run.history;
    std::map<quint32, Form> forms;
    for (const KeyChange &change : RoundRecords(history, round).changes) {
        Form &form = forms[change.key];
        if (!change.exists)
            continue;
        form.isOfElements |= change.isOfElements();
        form.isHash |= change.isHash;
        form.isNumber &= change.isNumber;
        form.isOfTokens &= change.isString && tokensIn(history.texts[change.value]).has_value();
        form.hasTtl |= change.deadline != never;
    }
    for (const auto &[key, form] : forms)
        m_forms[history.texts[key].toByteArray()] = form;
}

const KeyPurpose *purposeOf(const Scenario &scenario, const QByteArray &key)
{
    return matching(scenario.purposes, scenario.keys, key);
}

KeyUse KeyRoles::useOf(const QByteArray &key) const
{
    const KeyUse *const found = matching(m_uses, m_run.scenario->keys, key);
    KeyUse use = found ? *found : KeyUse();
    use.isEntered |= m_entered.contains(key)
        || isCheckedAs(key, {Kind::HoldersAtMost, Kind::ReleasedByOwner, Kind::RenewedByOwner});
    return use;
}

bool KeyRoles::isCheckedAs(const QByteArray &key, std::initializer_list<Kind> kinds) const
{
    const auto &checks = m_run.scenario->checks;
    const auto says = [&](const Check &check) {
        return std::find(kinds.begin(), kinds.end(), check.kind) != kinds.end()
            && (matches(check.name, key) || (check.kind == Kind::SumEquals && check.other == key));
    };
    return std::any_of(checks.begin(), checks.end(), says)
        || std::any_of(m_run.results.begin(), m_run.results.end(),
            [&](const CheckResult &result) { return says(result.check); });
}

KeyRole KeyRoles::of(const QByteArray &key) const
{
    if (const KeyPurpose *const said = purposeOf(*m_run.scenario, key))
        return said->role;
    const KeyUse use = useOf(key);
    const auto found = m_forms.find(key);
    const Form form = found == m_forms.end() ? Form() : found->second;
    if (use.isBucket && form.isOfTokens)
        return KeyRole::Tokens;
    if (form.isOfElements || use.hasAny(ofElements))
        return KeyRole::Members;
    if (use.hasAny(counting))
        return KeyRole::Counter;
    if (use.isEntered)
        return KeyRole::Lock;
    if (use.isSetOnce)
        return use.hasAny(deleting) ? KeyRole::Lock : KeyRole::Flag;
    if (isCheckedAs(key, {Kind::ValueAtLeast, Kind::ValueAtMost, Kind::SumEquals}))
        return KeyRole::Counter;
    if (found != m_forms.end() && form.isNumber && !form.isHash)
        return KeyRole::Counter;
    return use.commands.empty() && form.hasTtl ? KeyRole::Lock : KeyRole::Data;
}

} // namespace lockstep
