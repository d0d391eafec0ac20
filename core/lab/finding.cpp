#include "core/lab/finding.h"

#include <algorithm>
#include <set>

namespace lockstep {

Violation violationAt(const RoundRecords &records, Moment at)
{
    Violation violation;
    violation.round = records.number;
    violation.at = at;
    return violation;
}

void blame(Violation &violation, const RoundRecords &records, quint32 operation)
{
    if (operation == none)
        return;
    if (!violation.operations.contains(operation))
        violation.operations.push_back(operation);
    const quint32 client = records.clientOf(operation);
    if (client != none && !violation.clients.contains(client))
        violation.clients.push_back(client);
}

KeyMatch::KeyMatch(const TextTable &texts, const QByteArray &pattern)
    : m_texts(texts)
    , m_pattern(pattern)
{
}

bool KeyMatch::operator()(quint32 key)
{
    if (key >= m_known.size())
        m_known.resize(m_texts.size(), Known::Not);
    if (m_known[key] == Known::Not)
        m_known[key] = matchesGlob(m_pattern, m_texts[key]) ? Known::Yes : Known::No;
    return m_known[key] == Known::Yes;
}

bool matchesGlob(QByteArrayView pattern, QByteArrayView text)
{
    // After the last star everything is tried again one character further on.
    qsizetype at = 0;
    qsizetype in = 0;
    qsizetype star = -1;
    qsizetype tried = 0;
    while (in < text.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            tried = in;
        } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == text[in])) {
            ++at;
            ++in;
        } else if (star >= 0) {
            at = star + 1;
            in = ++tried;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*')
        ++at;
    return at == pattern.size();
}

std::vector<KeyChange> visibleChanges(const RoundRecords &records)
{
    const auto begin = std::find_if(records.changes.begin(), records.changes.end(),
        [&](const KeyChange &each) { return each.at >= records.round.begin; });
    std::vector<KeyChange> result;
    std::set<std::pair<quint32, quint8>> seen;
    for (auto at = begin; at != records.changes.begin();) {
        --at;
        if (seen.insert({at->key, at->node}).second) {
            result.push_back(*at);
            result.back().at = records.round.begin;
        }
    }
    std::reverse(result.begin(), result.end());
    result.insert(result.end(), begin, records.changes.end());
    return result;
}

} // namespace lockstep
