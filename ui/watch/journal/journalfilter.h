#pragma once

#include "core/watch/items/journal.h"
#include "ui/watch/rows/keyfilter.h"

#include <QStringList>

#include <optional>
#include <set>

namespace lockstep {

// Which lines of the journal are shown: those that meet all conditions that are set. A gap in the
// connection concerns every key and holder, so only conditions on kind and time can hide it.
struct JournalFilter
{
    using Time = std::chrono::system_clock::time_point;

    KeyFilter keys; // the filter of the whole page
    std::optional<QByteArray> key; // exactly this key
    std::optional<QByteArray> holder; // the token of the present or of the previous holder
    std::set<JournalEntry::Kind> kinds; // if empty, all kinds
    std::optional<Time> from;
    std::optional<Time> to; // inclusive
    QString words; // each must occur in key, name, library, holder or kind; case is ignored

    [[nodiscard]] bool isEmpty() const { return *this == JournalFilter(); }
    friend bool operator==(const JournalFilter &, const JournalFilter &) = default;
};

// A filter that is prepared for many calls. A call takes a microsecond or less.
class JournalMatcher
{
public:
    explicit JournalMatcher(const JournalFilter &filter = {});

    [[nodiscard]] bool matches(const JournalEntry &entry) const;

private:
    struct Word
    {
        QString text;
        QByteArray bytes;
        std::set<JournalEntry::Kind> kinds; // the kinds whose name contains the word
    };

    [[nodiscard]] static bool occurs(const Word &word, const JournalEntry &entry);

    JournalFilter m_filter;
    std::vector<Word> m_words;
};

} // namespace lockstep
