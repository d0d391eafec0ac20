#pragma once

#include "core/watch/formats/alertrule.h"
#include "core/watch/formats/nameindex.h"

#include <QByteArrayView>

#include <vector>

namespace lockstep {

// Which rules match a key. Of a thousand rules only those are tried whose longest fixed part is in
// the name, which one pass over the name finds.
class AlertMatches
{
public:
    explicit AlertMatches(std::vector<AlertRulePtr> rules = {});

    [[nodiscard]] const std::vector<AlertRulePtr> &rules() const { return m_rules; }
    // The rules that match the key, in their order.
    [[nodiscard]] std::vector<AlertRulePtr> of(QByteArrayView key) const;

private:
    std::vector<AlertRulePtr> m_rules;
    NameIndex m_index; // its numbers are indexes into m_rules
    std::vector<int> m_withoutLiteral; // "*", "?": tried for each key
};

} // namespace lockstep
