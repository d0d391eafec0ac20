#pragma once

#include "core/watch/items/item.h"
#include "ui/watch/rows/keyfilter.h"

#include <vector>

namespace lockstep {

// Which items match a filter text. The text consists of words separated by spaces, and an item must
// match all of them. state:immortal, problem:heldLong, holder:web-17 and library:redisson ask for
// what their names say, holder=web-1 for a holder of exactly that name; any other word is about the
// key or the name that a rule gave it, see KeyFilter. A word may be in double quotes. An empty text
// matches everything, a text with a mistake nothing; see trouble().
class ItemFilter
{
public:
    ItemFilter() = default;
    explicit ItemFilter(const QString &text);

    // May be called on any thread.
    [[nodiscard]] bool matches(const Item &item, Instant now) const;

    [[nodiscard]] bool isEmpty() const { return m_words.empty() && m_trouble.isEmpty(); }
    // Whether the matches may change although no item does.
    [[nodiscard]] bool dependsOnTime() const;
    // Only the words about keys, for journal entries, which have no state and no holder.
    [[nodiscard]] QString keyWords() const;
    // What is wrong with the text, as a sentence; empty if nothing is.
    [[nodiscard]] const QString &trouble() const { return m_trouble; }

    friend bool operator==(const ItemFilter &, const ItemFilter &) = default;

private:
    enum class About : quint8 { Key, State, Problem, Holder, ExactHolder, Library };
    struct Word
    {
        About about = About::Key;
        QString text;
        KeyFilter pattern;

        friend bool operator==(const Word &, const Word &) = default;
    };
    void add(const QString &word);
    [[nodiscard]] static bool matches(const Word &word, const Item &item, Instant now);

    std::vector<Word> m_words;
    QString m_trouble;
};

// The text of a filter that matches what this holder holds: by host and process if the token has
// them, or else by the token.
QString filterFor(const Holder &holder);

} // namespace lockstep
