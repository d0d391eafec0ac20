#pragma once

#include <QByteArrayView>
#include <QSet>
#include <QVarLengthArray>

namespace lockstep {

// The one of 64 bits that stands for a word. Several words share a bit.
quint64 markOf(const QByteArray &word);

// Words (lower case) that are looked for in names.
class WordSet
{
public:
    void insert(const QByteArray &word)
    {
        m_words.insert(word);
        m_marks |= markOf(word);
    }
    [[nodiscard]] bool isEmpty() const { return m_words.isEmpty(); }
    [[nodiscard]] const QSet<QByteArray> &words() const { return m_words; }
    // mark: markOf(word). It nearly always suffices to see that the word is not contained.
    [[nodiscard]] bool contains(const QByteArray &word, quint64 mark) const
    {
        return (m_marks & mark) != 0 && m_words.contains(word);
    }

private:
    QSet<QByteArray> m_words;
    quint64 m_marks = 0;
};

// The whole words of a name, in lower case: "page_view", "pageViews" and "lock:42" have view, views
// and lock; "clock" and "blocked" have none of them. One name is compared with the words of some
// sixty formats, so it is taken apart once.
class NameWords
{
public:
    explicit NameWords(QByteArrayView name);

    [[nodiscard]] bool hasOneOf(const WordSet &set) const;

private:
    struct Word
    {
        QByteArray text;
        quint64 mark;
    };

    QVarLengthArray<Word, 8> m_words;
};

} // namespace lockstep
