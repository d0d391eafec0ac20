#pragma once

#include "core/watch/formats/catalogue.h"
#include "core/watch/formats/formatdata.h"
#include "core/watch/formats/nameindex.h"
#include "core/watch/formats/rules.h"

#include <memory>
#include <vector>

namespace lockstep {

// The template with "$1" replaced by what the first star of the glob matched in the key.
QByteArray filledIn(QByteArray keyTemplate, const Glob &glob, QByteArrayView key);

// Decides by a name alone whether the key is worth a probe. Immutable.
class NameMatcher
{
public:
    NameMatcher(const std::vector<std::shared_ptr<const FormatData>> &formats,
        const std::vector<Rule> &rules);

    // Classifies a name. It allocates nothing but the primary of a companion.
    [[nodiscard]] NameClass classify(QByteArrayView key) const;

private:
    struct Marker
    {
        enum class Means : quint8 { Rule, Noise, Companion, Format, Word };
        Means means = Means::Word;
        Glob glob; // not used for a word
        QByteArray primary; // of a companion
        int number = 0; // of a rule; length of a word
        bool isIgnored = false; // by a rule
        qsizetype endsAt = -1; // of the glob's literal, if the pattern begins with it
        bool isSuffix = false; // the pattern ends with its literal
    };

    void add(Marker marker);
    [[nodiscard]] static bool isThere(const Marker &marker, QByteArrayView key, qsizetype end);

    std::vector<Marker> m_markers;
    std::vector<Marker> m_rulesWithoutLiteral;
    NameIndex m_index;
};

} // namespace lockstep
