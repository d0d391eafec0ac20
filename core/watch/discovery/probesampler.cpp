// A lock may have any name: Redisson's is a hash under the name its user chose. Looking at every
// key of a large server costs several commands a key, so unknown names are sampled by shape. What
// this can miss: a lock among hundreds of keys of the same shape that are no locks. A rule that
// names it finds it.
//
// The shape: a run of letters and digits is kept when it is letters only and short; otherwise it
// counts as one identifier (numbers, UUIDs, hashes, tokens). Everything else is kept.

#include "core/watch/discovery/probesampler.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr int mostAbsent = 64; // looks in a row that found no key
constexpr int mostRefused = 32; // looks in a row that the server refused
constexpr auto lookEvery = std::chrono::seconds(1); // at a shape whose keys are absent that often
constexpr qsizetype longestWord = 24; // longer runs of letters are tokens, not words

// The kinds of characters in a run of letters and digits; they are combined as bits.
enum Letters : quint8 { None = 0, Digit = 1, HexLetter = 2, OtherLetter = 4 };

constexpr std::array<quint8, 256> lettersOfBytes = [] {
    std::array<quint8, 256> letters{};
    for (int c = '0'; c <= '9'; ++c)
        letters[size_t(c)] = Digit;
    for (int c = 'a'; c <= 'z'; ++c)
        letters[size_t(c)] = letters[size_t(c - 'a' + 'A')] = c <= 'f' ? HexLetter : OtherLetter;
    return letters;
}();

quint8 lettersOf(char c)
{
    return lettersOfBytes[uchar(c)];
}

bool isWord(QByteArrayView run, quint8 letters)
{
    if ((letters & Digit) || run.size() > longestWord)
        return false;
    return (letters & OtherLetter) || run.size() < 4; // else a group of a UUID, "beef"
}

// Calls onRun(run, isWord) for each run of letters and digits, onOther(c) for each byte between.
template <typename OnRun, typename OnOther>
void split(QByteArrayView key, OnRun onRun, OnOther onOther)
{
    const qsizetype size = key.size();
    for (qsizetype i = 0; i < size;) {
        const qsizetype begin = i;
        quint8 letters = None;
        for (; i < size && lettersOf(key[i]) != None; ++i)
            letters |= lettersOf(key[i]);
        if (i > begin)
            onRun(key.sliced(begin, i - begin), isWord(key.sliced(begin, i - begin), letters));
        else
            onOther(key[i++]);
    }
}

constexpr quint64 prime = 0x100000001b3; // FNV-1a, 64 bit

quint64 mix(quint64 hash, char c)
{
    return (hash ^ static_cast<uchar>(c)) * prime;
}

} // namespace

quint64 ProbeSampler::shapeOf(QByteArrayView key)
{
    quint64 hash = 0xcbf29ce484222325;
    const auto onRun = [&hash](QByteArrayView run, bool isWord) {
        if (!isWord) {
            hash = mix(hash, '\0');
            return;
        }
        for (const char c : run)
            hash = mix(hash, c);
    };
    split(key, onRun, [&hash](char c) { hash = mix(hash, c); });
    return hash;
}

QByteArray ProbeSampler::globOf(QByteArrayView key)
{
    QByteArray glob;
    qsizetype starEnd = -1; // in glob, behind the last star
    const auto onRun = [&](QByteArrayView run, bool isWord) {
        if (isWord) {
            glob += run;
            return;
        }
        // The groups of an address or a UUID become one star.
        qsizetype end = glob.size();
        while (end > 0 && (glob[end - 1] == '.' || glob[end - 1] == '-'))
            --end;
        if (end == starEnd && end < glob.size())
            glob.resize(end);
        else
            glob += '*';
        starEnd = glob.size();
    };
    const bool isText = QByteArrayView(key).isValidUtf8();
    split(key, onRun, [&](char c) {
        const bool isPlain = uchar(c) >= 0x80 ? isText : uchar(c) >= 0x20 && c != 0x7F;
        if (QByteArrayView("*?[]\\").contains(c))
            glob += '\\';
        glob += isPlain ? c : '?';
    });
    return glob;
}

ProbeSampler::Shape &ProbeSampler::shape(Name name)
{
    if (m_shapes.size() < mostShapes)
        return m_shapes[name.m_shape];
    const auto it = m_shapes.find(name.m_shape);
    return it == m_shapes.end() ? m_others : it->second;
}

bool ProbeSampler::takeProbe(Name name)
{
    auto &s = shape(name);
    if (!s.recognised && s.probes >= probesPerShape)
        return false;
    ++s.probes;
    return true;
}

void ProbeSampler::noteAnswer(Name name)
{
    auto &s = shape(name);
    s.answers = std::min(s.answers + 1, s.probes);
}

bool ProbeSampler::isUndecided(Name name) const
{
    const auto &s = knownShape(name);
    return !s.recognised && s.answers < s.probes;
}

bool ProbeSampler::isNothing(Name name) const
{
    const auto &s = knownShape(name);
    return !s.recognised && s.probes >= probesPerShape && s.answers >= s.probes;
}

void ProbeSampler::noteRecognised(Name name)
{
    shape(name).recognised = true;
}

void ProbeSampler::noteAbsent(Name name)
{
    auto &s = shape(name);
    s.absentInARow = static_cast<quint8>(std::min(s.absentInARow + 1, mostAbsent));
}

void ProbeSampler::notePresent(Name name)
{
    auto &s = shape(name);
    s.absentInARow = s.refusedInARow = 0;
}

bool ProbeSampler::isAbsentAgain(Name name, Instant now)
{
    auto &s = shape(name);
    if (s.absentInARow < mostAbsent)
        return false;
    if (now - s.announcedLook < lookEvery)
        return true;
    s.announcedLook = now;
    return false;
}

// The pass after the one that missed the name may have been past it already, so it counts as well.
bool ProbeSampler::mayHaveMissed(Name name, quint32 pass) const
{
    const auto &missedIn = knownShape(name).missedIn;
    return missedIn && pass <= *missedIn + 1;
}

void ProbeSampler::noteRefused(Name name)
{
    auto &s = shape(name);
    s.refusedInARow = static_cast<quint8>(std::min(s.refusedInARow + 1, mostRefused));
}

bool ProbeSampler::isRefused(Name name) const
{
    const auto &s = knownShape(name);
    return s.refusedInARow >= mostRefused && !s.recognised;
}

bool ProbeSampler::isLeftOut(Name name) const
{
    return knownShape(name).leftOut;
}

const ProbeSampler::Shape &ProbeSampler::knownShape(Name name) const
{
    const auto it = m_shapes.find(name.m_shape);
    return it == m_shapes.end() ? m_others : it->second;
}

} // namespace lockstep
