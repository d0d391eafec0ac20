#include "core/watch/values/words.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr qsizetype longestWord = 24; // what is longer is in no list

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

} // namespace

quint64 markOf(const QByteArray &word)
{
    return quint64(1) << (qHash(word) % 64);
}

NameWords::NameWords(QByteArrayView name)
{
    qsizetype at = 0;
    while (at < name.size()) {
        qsizetype end = at;
        while (end < name.size() && (isLower(name[end]) || isUpper(name[end]))
            && !(end > at && isUpper(name[end]) && isLower(name[end - 1])))
            ++end;
        if (end > at && end - at <= longestWord) {
            const QByteArray word = name.sliced(at, end - at).toByteArray().toLower();
            m_words.append({word, markOf(word)});
        }
        at = end > at ? end : at + 1;
    }
}

bool NameWords::hasOneOf(const WordSet &set) const
{
    return std::any_of(m_words.begin(), m_words.end(),
        [&](const Word &word) { return set.contains(word.text, word.mark); });
}

} // namespace lockstep
