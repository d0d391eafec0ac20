#include "core/watch/alerts/alertmatches.h"

#include <algorithm>

namespace lockstep {

AlertMatches::AlertMatches(std::vector<AlertRulePtr> rules)
    : m_rules(std::move(rules))
{
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        const QByteArray literal = m_rules[i]->glob.longestLiteral();
        if (literal.isEmpty())
            m_withoutLiteral.push_back(int(i));
        else
            m_index.add(literal, int(i));
    }
    m_index.build();
}

std::vector<AlertRulePtr> AlertMatches::of(QByteArrayView key) const
{
    std::vector<int> candidates = m_withoutLiteral;
    m_index.search(key, [&candidates](int number, qsizetype) { candidates.push_back(number); });
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    std::vector<AlertRulePtr> matching;
    for (const int number : candidates) {
        const AlertRulePtr &rule = m_rules[std::size_t(number)];
        if (rule->glob.matches(key))
            matching.push_back(rule);
    }
    return matching;
}

} // namespace lockstep
