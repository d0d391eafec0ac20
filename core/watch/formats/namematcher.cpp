// Asked for every key of the server, most of which are nothing to us. From each pattern the longest
// literal goes into one automaton (NameIndex); only a pattern whose literal was found is compared.
// Formats without any literal are found by probing alone; rules without one are few and are
// compared always.

#include "core/watch/formats/namematcher.h"

namespace lockstep {

namespace {

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool isLetter(char c)
{
    return isUpper(c) || (c >= 'a' && c <= 'z');
}

// As in NameWords, except that "PAGEViews" counts as well: the probe decides.
bool isWholeWord(QByteArrayView name, qsizetype end, int length)
{
    const qsizetype begin = end - length;
    const bool startsThere = begin == 0 || !isLetter(name[begin - 1]) || isUpper(name[begin]);
    const bool endsThere = end == name.size() || !isLetter(name[end]) || isUpper(name[end]);
    return startsThere && endsThere;
}

} // namespace

QByteArray filledIn(QByteArray keyTemplate, const Glob &glob, QByteArrayView key)
{
    const auto stars = glob.captures(key);
    return keyTemplate.replace("$1", stars && !stars->empty() ? stars->front() : QByteArray());
}

NameMatcher::NameMatcher(
    const std::vector<std::shared_ptr<const FormatData>> &formats, const std::vector<Rule> &rules)
{
    using Means = Marker::Means;
    for (size_t i = 0; i < rules.size(); ++i)
        add({Means::Rule, rules[i].glob, {}, int(i), rules[i].isIgnored});
    QSet<QByteArray> words;
    for (const auto &format : formats) {
        for (const Glob &glob : format->noise)
            add({Means::Noise, glob, {}, 0});
        for (const CompanionGlob &companion : format->companions)
            add({Means::Companion, companion.glob, companion.primary, 0});
        for (const Glob &glob : format->globs)
            add({Means::Format, glob, {}, 0});
        words.unite(format->words.words());
    }
    for (const QByteArray &word : words) {
        m_index.add(word, int(m_markers.size()));
        m_markers.push_back({Means::Word, {}, {}, int(word.size())});
    }
    m_index.build();
}

void NameMatcher::add(Marker marker)
{
    const QByteArray literal = marker.glob.longestLiteral();
    if (!literal.isEmpty()) {
        if (marker.glob.literalPrefix() == literal)
            marker.endsAt = literal.size();
        marker.isSuffix = marker.glob.literalSuffix() == literal;
        m_index.add(literal, int(m_markers.size()));
        m_markers.push_back(std::move(marker));
    } else if (marker.means == Marker::Means::Rule) {
        m_rulesWithoutLiteral.push_back(std::move(marker));
    }
}

// end: where the literal was found to end. Most literals are the begin or the end of their pattern,
// which rules out most finds without a comparison.
bool NameMatcher::isThere(const Marker &marker, QByteArrayView key, qsizetype end)
{
    if (marker.means == Marker::Means::Word)
        return isWholeWord(key, end, marker.number);
    if ((marker.endsAt >= 0 && marker.endsAt != end) || (marker.isSuffix && end != key.size()))
        return false;
    return marker.glob.matches(key);
}

NameClass NameMatcher::classify(QByteArrayView key) const
{
    using Means = Marker::Means;
    const Marker *rule = nullptr; // the first that matches
    const Marker *best = nullptr; // what means most, in the order of Means
    m_index.search(key, [&](int number, qsizetype end) {
        const Marker &marker = m_markers[size_t(number)];
        if (marker.means == Means::Rule) {
            if ((!rule || marker.number < rule->number) && isThere(marker, key, end))
                rule = &marker;
        } else if (!best || marker.means < best->means) {
            if (isThere(marker, key, end))
                best = &marker;
        }
    });
    for (const Marker &marker : m_rulesWithoutLiteral) {
        if ((!rule || marker.number < rule->number) && marker.glob.matches(key))
            rule = &marker;
    }
    using Kind = NameClass::Kind;
    if (rule)
        return {rule->isIgnored ? Kind::Ignored : Kind::Candidate, {}};
    if (!best)
        return {};
    if (best->means == Means::Noise)
        return {Kind::Ignored, {}};
    if (best->means == Means::Companion)
        return {Kind::Companion, filledIn(best->primary, best->glob, key)};
    return {Kind::Candidate, {}};
}

} // namespace lockstep
