#pragma once

#include "core/watch/items/item.h"
#include "ui/watch/rows/keyfilter.h"

#include <vector>

namespace lockstep {

// Which items a filter text lets through: those that match each of its words, which are separated
// by spaces. state:immortal, problem:heldLong, holder:web-17 and library:redisson ask for what
// their names say; any other word is about the key or the name that a rule gave it, see KeyFilter.
// A word may stand in double quotes. An empty text lets all through, a mistaken one nothing; see
// trouble().
class ItemFilter
{
public:
    ItemFilter() = default;
    explicit ItemFilter(const QString &text);

    // May be called on any thread.
    [[nodiscard]] bool matches(const Item &item, Instant now) const;

    [[nodiscard]] bool isEmpty() const { return m_words.empty() && m_trouble.isEmpty(); }
    // Whether what it lets through may change although no item does.
    [[nodiscard]] bool dependsOnTime() const;
    // Only the words about keys, for lines that have no state and no holder.
    [[nodiscard]] QString keyWords() const;
    // What is wrong with the text, as a sentence; empty where nothing is.
    [[nodiscard]] const QString &trouble() const { return m_trouble; }

    friend bool operator==(const ItemFilter &, const ItemFilter &) = default;

private:
    enum class About : quint8 { Key, State, Problem, Holder, Library };
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

// The text of a filter that lets through what this holder holds, by host and process where the
// token tells them, else by the token.
QString filterFor(const Holder &holder);

} // namespace lockstep
