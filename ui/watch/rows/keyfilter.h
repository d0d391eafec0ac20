#pragma once

#include "core/watch/values/glob.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockstep {

// Which keys match a filter text. A text with *, ? or [ is a glob for the whole key, as in Redis'
// MATCH; any other text is a part of the key, without regard to the case of Latin letters. An empty
// text matches all keys.
class KeyFilter
{
public:
    KeyFilter() = default;
    explicit KeyFilter(const QString &text);

    [[nodiscard]] bool isEmpty() const { return m_pattern.isEmpty(); }
    [[nodiscard]] bool matches(QByteArrayView key) const;

    friend bool operator==(const KeyFilter &a, const KeyFilter &b)
    {
        return a.m_pattern == b.m_pattern;
    }

private:
    QByteArray m_pattern;
    std::optional<Glob> m_glob; // set if m_pattern is a glob
};

} // namespace lockstep
