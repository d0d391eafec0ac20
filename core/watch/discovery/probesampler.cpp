// A lock may have any name: Redisson's is a hash under the name its user chose. Looking at every
// key of a large server costs several commands a key, so unknown names are sampled by shape. What
// this can miss: a lock among hundreds of keys of the same shape that are no locks. A rule that
// names it finds it.
//
// The shape: a run of letters and digits is kept when it is letters only and short; otherwise it
// counts as one identifier (numbers, UUIDs, hashes, tokens). Everything else is kept.

#include "core/watch/discovery/probesampler.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr int mostAbsent = 64; // looks in a row that found no key
constexpr int mostRefused = 32; // looks in a row that the server refused
constexpr auto lookEvery = std::chrono::seconds(1); // at a shape whose keys are absent that often
constexpr qsizetype longestWord = 24; // longer runs of letters are tokens, not words

struct Run
{
    qsizetype length = 0;
    bool hasDigit = false;
    bool hexLetters = true;
};

bool isWord(const Run &run)
{
    if (run.hasDigit || run.length > longestWord)
        return false;
    return !(run.hexLetters && run.length >= 4); // a group of a UUID, "beef"
}

enum class Class : quint8 { Other, Letter, HexLetter, Digit };

Class classOf(char c)
{
    if (c >= '0' && c <= '9')
        return Class::Digit;
    const char lower = static_cast<char>(c | 0x20);
    if (lower < 'a' || lower > 'z')
        return Class::Other;
    return lower <= 'f' ? Class::HexLetter : Class::Letter;
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
    quint64 beforeRun = hash;
    Run run;
    const auto endRun = [&] {
        if (run.length > 0 && !isWord(run))
            hash = mix(beforeRun, '\0');
        run = {};
    };
    for (const char c : key) {
        const auto kind = classOf(c);
        if (kind == Class::Other) {
            endRun();
        } else {
            if (run.length == 0)
                beforeRun = hash;
            ++run.length;
            run.hasDigit |= kind == Class::Digit;
            run.hexLetters &= kind != Class::Letter;
        }
        hash = mix(hash, c);
    }
    endRun();
    return hash;
}

QByteArray ProbeSampler::globOf(QByteArrayView key)
{
    QByteArray glob;
    qsizetype runBegin = 0; // in glob
    qsizetype starEnd = -1; // likewise, behind the last star
    Run run;
    const auto endRun = [&] {
        if (run.length > 0 && !isWord(run)) {
            glob.resize(runBegin);
            // The groups of an address or a UUID become one star.
            qsizetype end = glob.size();
            while (end > 0 && (glob[end - 1] == '.' || glob[end - 1] == '-'))
                --end;
            if (end == starEnd && end < glob.size())
                glob.resize(end);
            else
                glob += '*';
            starEnd = glob.size();
        }
        run = {};
    };
    const bool isText = QByteArrayView(key).isValidUtf8();
    for (const char c : key) {
        const auto kind = classOf(c);
        if (kind != Class::Other) {
            if (run.length == 0)
                runBegin = glob.size();
            ++run.length;
            run.hasDigit |= kind == Class::Digit;
            run.hexLetters &= kind != Class::Letter;
            glob += c;
            continue;
        }
        endRun();
        const bool isPlain = uchar(c) >= 0x80 ? isText : uchar(c) >= 0x20 && c != 0x7F;
        if (QByteArrayView("*?[]\\").contains(c))
            glob += '\\';
        glob += isPlain ? c : '?';
    }
    endRun();
    return glob;
}

ProbeSampler::Shape &ProbeSampler::shape(Name name)
{
    if (m_shapes.size() < mostShapes)
        return m_shapes[name.m_shape];
    const auto it = m_shapes.find(name.m_shape);
    return it == m_shapes.end() ? m_others : it->second;
}

bool ProbeSampler::worthProbing(Name name)
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

void ProbeSampler::recognised(Name name)
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
