// Only the last star ever has to be tried again: whatever an earlier star could take in addition,
// the last one can take as well. So matching never takes more than pattern length times text
// length, where the recursion of Redis' own stringmatchlen() needs a guard against patterns like
// a*a*a*a*b.

#include "core/watch/values/glob.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t byteValues = 256;

} // namespace

Glob::Glob(const QByteArray &pattern)
    : m_pattern(pattern)
{
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '*') {
            if (m_steps.empty() || m_steps.back().kind != Step::Kind::Star)
                m_steps.push_back({Step::Kind::Star});
        } else if (c == '?') {
            m_steps.push_back({Step::Kind::Any});
        } else if (c == '[') {
            i = parseSet(i + 1);
        } else {
            if (c == '\\' && i + 1 < pattern.size())
                ++i;
            m_steps.push_back({Step::Kind::Byte, pattern[i]});
        }
    }
}

// at: behind the bracket. Returns where the set ends; one that is never closed ends with the
// pattern.
qsizetype Glob::parseSet(qsizetype at)
{
    Set set(byteValues, false);
    const bool negated = at < m_pattern.size() && m_pattern[at] == '^';
    qsizetype i = negated ? at + 1 : at;
    for (; i < m_pattern.size() && m_pattern[i] != ']'; ++i) {
        const bool isEscaped = m_pattern[i] == '\\' && i + 1 < m_pattern.size();
        if (isEscaped)
            ++i;
        int first = static_cast<uchar>(m_pattern[i]);
        int last = first;
        if (!isEscaped && i + 2 < m_pattern.size() && m_pattern[i + 1] == '-') {
            i += 2;
            last = static_cast<uchar>(m_pattern[i]);
        }
        if (first > last)
            std::swap(first, last);
        std::fill(set.begin() + first, set.begin() + last + 1, true);
    }
    m_isClosed = m_isClosed && i < m_pattern.size();
    if (negated)
        set.flip();
    m_steps.push_back({Step::Kind::OneOf, 0, static_cast<int>(m_sets.size())});
    m_sets.push_back(std::move(set));
    return i;
}

bool Glob::accepts(const Step &step, char byte) const
{
    switch (step.kind) {
    case Step::Kind::Byte:
        return step.byte == byte;
    case Step::Kind::Any:
        return true;
    case Step::Kind::OneOf:
        return m_sets[static_cast<size_t>(step.set)][static_cast<uchar>(byte)];
    case Step::Kind::Star:
        break;
    }
    return false;
}

// The first place, not before from, at which the step can match; -1 if there is none. A star may
// have to take a long text, which is searched by memchr() rather than byte by byte.
qsizetype Glob::nextTry(QByteArrayView text, qsizetype from, size_t step) const
{
    if (step < m_steps.size() && m_steps[step].kind == Step::Kind::Byte)
        return text.indexOf(m_steps[step].byte, from);
    return from;
}

bool Glob::match(QByteArrayView text, std::vector<Span> *stars) const
{
    qsizetype at = 0;
    size_t step = 0;
    size_t afterStar = 0; // 0: no star yet
    qsizetype retryAt = 0;
    while (true) {
        if (step < m_steps.size() && m_steps[step].kind == Step::Kind::Star) {
            afterStar = ++step;
            retryAt = at;
            if (stars)
                stars->push_back({at, at});
            else if (step == m_steps.size())
                return true;
            continue;
        }
        if (at == text.size() && step == m_steps.size())
            return true;
        if (at < text.size() && step < m_steps.size() && accepts(m_steps[step], text[at])) {
            ++at;
            ++step;
            continue;
        }
        if (afterStar == 0 || retryAt >= text.size())
            return false;
        retryAt = nextTry(text, retryAt + 1, afterStar);
        if (retryAt < 0)
            return false;
        at = retryAt;
        step = afterStar;
        if (stars)
            stars->back().to = at;
    }
}

std::optional<std::vector<QByteArray>> Glob::captures(QByteArrayView text) const
{
    std::vector<Span> stars;
    if (!match(text, &stars))
        return std::nullopt;
    std::vector<QByteArray> taken;
    for (const Span &star : stars)
        taken.push_back(text.sliced(star.from, star.to - star.from).toByteArray());
    return taken;
}

QByteArray Glob::literalPrefix() const
{
    QByteArray prefix;
    for (const Step &step : m_steps) {
        if (step.kind != Step::Kind::Byte)
            break;
        prefix += step.byte;
    }
    return prefix;
}

QByteArray Glob::literalSuffix() const
{
    QByteArray suffix;
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if (step->kind != Step::Kind::Byte)
            break;
        suffix.prepend(step->byte);
    }
    return suffix;
}

QByteArray Glob::longestLiteral() const
{
    QByteArray longest;
    QByteArray run;
    for (const Step &step : m_steps) {
        if (step.kind == Step::Kind::Byte)
            run += step.byte;
        else
            run.clear();
        if (run.size() > longest.size())
            longest = run;
    }
    return longest;
}

int Glob::literalBytes() const
{
    return static_cast<int>(std::count_if(m_steps.begin(), m_steps.end(),
        [](const Step &step) { return step.kind == Step::Kind::Byte; }));
}

} // namespace lockstep
