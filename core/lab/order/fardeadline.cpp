// No key may expire by itself on the scratch server while the commands of an hour are executed in a
// second. So each deadline is set as an absolute one, times 2^18: millions of years away. Such
// deadlines are compared (PEXPIREAT GT and LT), kept and carried to other keys (KEEPTTL, RENAME,
// COPY) by the server itself just like the real ones.
//
// The lower bits tell one setting from another: twelve bits hold a mark that is new for each step,
// so that a renewal to the same instant shows. Six bits are room for servers before 7.0, which
// report only the remaining time, so that the deadline is known only about as exactly as the clock.
// GT gets the least mark and LT the greatest, so that neither succeeds only because of its mark.
//
// A server script that moved deadlines forth and back around each step was tried and rejected: ten
// times slower, and Lua's unpack() takes no more than some thousand words of a command.

#include "core/lab/order/fardeadline.h"

#include "core/lab/history/valuenumber.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr int roomBits = 6;
constexpr int markBits = 12;
constexpr int shift = roomBits + markBits;
constexpr qint64 lastMark = (qint64(1) << markBits) - 1;
constexpr qint64 latest =
    9'000'000'000'000; // ms: the year 2255, about the last Moment; used for all later deadlines

bool isOneOf(QByteArrayView word, std::initializer_list<QByteArrayView> names)
{
    return std::any_of(names.begin(), names.end(),
        [&](QByteArrayView name) { return word.compare(name, Qt::CaseInsensitive) == 0; });
}

} // namespace

void FarDeadline::beginStep(qint64 atMs)
{
    m_atMs = atMs;
    m_mark = m_mark % (lastMark - 1) + 1;
}

std::optional<qint64> FarDeadline::move(std::vector<QByteArrayView> &words)
{
    const auto place = placeIn(words);
    const auto real = place ? realIn(words, *place) : std::nullopt;
    if (!real)
        return std::nullopt;
    const qint64 mark = markFor(words);
    const qint64 room = qint64(1) << (roomBits - 1);
    m_digits = QByteArray::number((*real << shift) + (mark << roomBits) + room);
    words[place->word] = m_digits;
    const QByteArrayView name = words[0];
    if (name.endsWith("SETEX")) // key, number, value
        words = {"SET", words[1], words[3], "PXAT", m_digits};
    else if (name == "SET" || name == "GETEX")
        words[place->word - 1] = "PXAT";
    else if (name != "RESTORE")
        words[0] = "PEXPIREAT";
    else if (place->isRelative)
        words.emplace_back("ABSTTL");
    return real;
}

qint64 FarDeadline::realOf(qint64 far)
{
    return far < 0 ? -1 : far >> shift;
}

std::optional<FarDeadline::Place> FarDeadline::placeIn(const std::vector<QByteArrayView> &words)
{
    if (words.size() < 3)
        return std::nullopt;
    const QByteArrayView name = words[0];
    if (name == "EXPIRE" || name == "EXPIREAT")
        return Place{2, 1000, name == "EXPIRE"};
    if (name == "PEXPIRE" || name == "PEXPIREAT")
        return Place{2, 1, name == "PEXPIRE"};
    if (name == "SETEX" || name == "PSETEX")
        return words.size() == 4 ? std::optional(Place{2, name == "SETEX" ? 1000 : 1, true})
                                 : std::nullopt;
    if (name == "RESTORE")
        return Place{2, 1, std::none_of(words.begin(), words.end(), [](QByteArrayView each) {
                         return isOneOf(each, {"ABSTTL"});
                     })};
    if (name != "SET" && name != "GETEX")
        return std::nullopt;
    for (size_t i = name == "SET" ? 3 : 2; i + 1 < words.size(); ++i) {
        if (isOneOf(words[i], {"EX", "PX", "EXAT", "PXAT"}))
            return Place{i + 1, isOneOf(words[i], {"EX", "EXAT"}) ? 1000 : 1,
                isOneOf(words[i], {"EX", "PX"})};
    }
    return std::nullopt;
}

// The real deadline that the command would set. Nothing if it is no valid one in the future: then
// the server refuses it or deletes the key.
std::optional<qint64> FarDeadline::realIn(
    const std::vector<QByteArrayView> &words, const Place &place) const
{
    const qint64 number = wholeNumber(words[place.word]).value_or(0);
    const qint64 now = place.isRelative ? m_atMs : 0;
    if (number <= 0 || number > (std::numeric_limits<qint64>::max() - now) / place.milliseconds)
        return std::nullopt;
    const qint64 real = now + number * place.milliseconds;
    return real > m_atMs ? std::optional(std::min(real, latest)) : std::nullopt;
}

qint64 FarDeadline::markFor(const std::vector<QByteArrayView> &words) const
{
    if (words[0].contains("EXPIRE")) {
        for (size_t i = 3; i < words.size(); ++i) {
            if (isOneOf(words[i], {"GT", "LT"}))
                return isOneOf(words[i], {"GT"}) ? 0 : lastMark;
        }
    }
    return m_mark;
}

} // namespace lockstep
