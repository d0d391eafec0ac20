#include "ui/watch/rows/keyfilter.h"

#include <algorithm>
#include <cctype>
#include <utility>

// Redis matches globs recursively, which takes exponential time for patterns like a*a*a*a*b. Here a
// star remembers only the last place to resume from: a later star makes earlier ones pointless to
// revisit.

namespace lockstep {

namespace {

char lower(char c)
{
    return char(std::tolower(uchar(c)));
}

// One element of the pattern against one byte. at is moved behind the element.
bool matchesClass(QByteArrayView pattern, qsizetype &at, uchar byte)
{
    ++at; // [
    const bool negated = at < pattern.size() && pattern[at] == '^';
    if (negated)
        ++at;
    bool found = false;
    while (at < pattern.size() && pattern[at] != ']') {
        if (pattern[at] == '\\' && at + 1 < pattern.size())
            ++at;
        uchar first = uchar(pattern[at]);
        uchar last = first;
        if (at + 2 < pattern.size() && pattern[at + 1] == '-' && pattern[at + 2] != ']') {
            last = uchar(pattern[at + 2]);
            at += 2;
        }
        if (first > last)
            std::swap(first, last);
        found = found || (byte >= first && byte <= last);
        ++at;
    }
    if (at < pattern.size())
        ++at; // ]
    return found != negated;
}

bool matchesElement(QByteArrayView pattern, qsizetype &at, char byte)
{
    if (pattern[at] == '[')
        return matchesClass(pattern, at, uchar(byte));
    if (pattern[at] == '?') {
        ++at;
        return true;
    }
    if (pattern[at] == '\\' && at + 1 < pattern.size())
        ++at;
    return pattern[at++] == byte;
}

} // namespace

bool matchesGlob(QByteArrayView pattern, QByteArrayView text)
{
    qsizetype p = 0;
    qsizetype t = 0;
    qsizetype starP = -1;
    qsizetype starT = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            starP = ++p;
            starT = t;
            continue;
        }
        qsizetype next = p;
        if (p < pattern.size() && matchesElement(pattern, next, text[t])) {
            p = next;
            ++t;
            continue;
        }
        if (starP < 0)
            return false;
        p = starP;
        t = ++starT;
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

KeyFilter::KeyFilter(const QString &text)
    : m_pattern(text.trimmed().toUtf8())
    , m_isGlob(std::any_of(m_pattern.begin(), m_pattern.end(),
          [](char c) { return c == '*' || c == '?' || c == '['; }))
{
    if (!m_isGlob)
        std::transform(m_pattern.begin(), m_pattern.end(), m_pattern.begin(), lower);
}

bool KeyFilter::matches(QByteArrayView key) const
{
    if (m_pattern.isEmpty())
        return true;
    if (m_isGlob)
        return matchesGlob(m_pattern, key);
    const auto same = [](char a, char b) { return lower(a) == b; };
    return std::search(key.begin(), key.end(), m_pattern.begin(), m_pattern.end(), same)
        != key.end();
}

} // namespace lockstep
