#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <initializer_list>

namespace lockstep {

// One command: its name and arguments, any bytes. Build it before a co_await: g++ 12 does not
// compile an initialiser list inside one.
class Command
{
public:
    Command() = default;
    Command(std::initializer_list<QByteArray> words)
        : m_words(words)
    {
    }
    explicit Command(QByteArrayList words)
        : m_words(std::move(words))
    {
    }

    Command &operator<<(const QByteArray &word)
    {
        m_words.append(word);
        return *this;
    }
    Command &operator<<(qint64 number) { return *this << QByteArray::number(number); }

    [[nodiscard]] const QByteArrayList &words() const { return m_words; }
    [[nodiscard]] bool isEmpty() const { return m_words.isEmpty(); }

    // Appends the command in RESP to `out`.
    void appendTo(QByteArray &out) const;

    friend bool operator==(const Command &, const Command &) = default;

private:
    QByteArrayList m_words;
};

} // namespace lockstep
