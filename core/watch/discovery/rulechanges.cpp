#include "core/watch/discovery/rulechanges.h"

#include "core/watch/formats/rules.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

// The rules that are not in the other list.
std::vector<const Rule *> onlyIn(const std::vector<Rule> &rules, const std::vector<Rule> &others)
{
    std::vector<const Rule *> found;
    for (const Rule &rule : rules) {
        if (std::find(others.begin(), others.end(), rule) == others.end())
            found.push_back(&rule);
    }
    return found;
}

} // namespace

std::shared_ptr<const Catalogue> RuleChanges::replace(
    std::shared_ptr<const Catalogue> catalogue, quint32 pass)
{
    auto before = std::exchange(m_catalogue, std::move(catalogue));
    m_before.push_back(before);
    m_beforeUntil = pass + 1; // the running pass may be past what has changed
    return before;
}

void RuleChanges::startPass(quint32 pass)
{
    if (pass > m_beforeUntil)
        m_before.clear();
}

bool RuleChanges::hasOtherRule(const QByteArray &key, const Catalogue &before) const
{
    const Rule *old = ruleFor(before.rules(), key);
    const Rule *now = ruleFor(m_catalogue->rules(), key);
    return old && now ? *old != *now : old != now;
}

bool RuleChanges::hasChangedRule(const QByteArray &key) const
{
    return std::any_of(m_before.begin(), m_before.end(),
        [&](const auto &before) { return hasOtherRule(key, *before); });
}

bool RuleChanges::mayFindObjects(const Catalogue &before) const
{
    const auto gone = onlyIn(before.rules(), m_catalogue->rules());
    const auto added = onlyIn(m_catalogue->rules(), before.rules());
    return (gone.empty() && added.empty()) // they may have another order
        || std::any_of(gone.begin(), gone.end(), [](const Rule *rule) { return rule->isIgnored; })
        || std::any_of(
            added.begin(), added.end(), [](const Rule *rule) { return rule->family.has_value(); });
}

} // namespace lockstep
