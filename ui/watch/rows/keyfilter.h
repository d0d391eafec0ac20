#pragma once

#include <QByteArray>
#include <QString>

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

    friend bool operator==(const KeyFilter &, const KeyFilter &) = default;

private:
    QByteArray m_pattern;
    bool m_isGlob = false;
};

// Redis' stringmatch: * ? [a-z] [^a] and \ before a character taken as it is. Time is bounded by
// pattern × text whatever the pattern.
bool matchesGlob(QByteArrayView pattern, QByteArrayView text);

} // namespace lockstep
