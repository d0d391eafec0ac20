#include "ui/watch/rows/keyfilter.h"

#include <algorithm>
#include <cctype>

namespace lockstep {

namespace {

char lower(char c)
{
    return char(std::tolower(uchar(c)));
}

} // namespace

KeyFilter::KeyFilter(const QString &text)
    : m_pattern(text.trimmed().toUtf8())
{
    const bool isGlob = std::any_of(m_pattern.begin(), m_pattern.end(),
        [](char c) { return c == '*' || c == '?' || c == '['; });
    if (isGlob)
        m_glob.emplace(m_pattern);
    else
        std::transform(m_pattern.begin(), m_pattern.end(), m_pattern.begin(), lower);
}

bool KeyFilter::matches(QByteArrayView key) const
{
    if (m_pattern.isEmpty())
        return true;
    if (m_glob)
        return m_glob->matches(key);
    const auto same = [](char a, char b) { return lower(a) == b; };
    return std::search(key.begin(), key.end(), m_pattern.begin(), m_pattern.end(), same)
        != key.end();
}

} // namespace lockstep
