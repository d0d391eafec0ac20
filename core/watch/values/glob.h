#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace lockstep {

// A pattern of Redis' SCAN MATCH: * ? [abc] [a-z] [^a] and \ before a byte that is meant literally.
// Works on bytes. See https://redis.io/docs/latest/commands/keys/, and for the details
// stringmatchlen() in Redis' util.c. A range from or to a byte above 127 means another one to a
// server whose char is signed, as on x86; here bytes are unsigned.
class Glob
{
public:
    Glob() = default;
    explicit Glob(const QByteArray &pattern);

    [[nodiscard]] const QByteArray &pattern() const { return m_pattern; }
    [[nodiscard]] bool matches(QByteArrayView text) const { return match(text, nullptr); }
    // Whether each [ has its ]. Without it, the set ends with the pattern, as in Redis. The ] of
    // "[a-]" is the end of a range, and not that of the set.
    [[nodiscard]] bool isClosed() const { return m_isClosed; }
    // What each star matched, in order, each as short as possible; stars side by side are one.
    // Nothing if the text does not match.
    [[nodiscard]] std::optional<std::vector<QByteArray>> captures(QByteArrayView text) const;

    // Whether it matches one text alone, which literalPrefix() is then.
    [[nodiscard]] bool isLiteral() const
    {
        return literalBytes() == static_cast<int>(m_steps.size());
    }
    // The bytes that every match begins with.
    [[nodiscard]] QByteArray literalPrefix() const;
    // The bytes that every match ends with.
    [[nodiscard]] QByteArray literalSuffix() const;
    // The longest run of bytes that every match contains.
    [[nodiscard]] QByteArray longestLiteral() const;
    // How many bytes of a match are fixed: the larger, the more the pattern says.
    [[nodiscard]] int literalBytes() const;

private:
    struct Span
    {
        qsizetype from = 0;
        qsizetype to = 0;
    };
    struct Step
    {
        enum class Kind : quint8 { Byte, Any, Star, OneOf };
        Kind kind = Kind::Byte;
        char byte = 0;
        int set = 0; // index into m_sets
    };
    using Set = std::vector<bool>; // byteValues of them: whether the set has that byte

    qsizetype parseSet(qsizetype at);
    [[nodiscard]] bool accepts(const Step &step, char byte) const;
    [[nodiscard]] qsizetype nextTry(QByteArrayView text, qsizetype from, size_t step) const;
    bool match(QByteArrayView text, std::vector<Span> *stars) const;

    QByteArray m_pattern;
    bool m_isClosed = true;
    std::vector<Step> m_steps;
    std::vector<Set> m_sets;
};

} // namespace lockstep
