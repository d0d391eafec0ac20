#pragma once

#include "core/watch/values/glob.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockstep {

// Which keys a filter text lets through. With *, ? or [ in it: a glob over the whole key, as Redis'
// MATCH; without: a part of the key, case ignored for Latin letters. Empty: all.
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
    std::optional<Glob> m_glob; // of the pattern, where it is one
};

} // namespace lockstep
