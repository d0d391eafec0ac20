// What the value of a lock says about its holder, library by library; TokenShape in token.h lists
// the shapes and whose they are. Tokens are bytes that anybody may have written: every decoder
// checks the whole shape. A decoded time is believed only if it is one of this century, and in
// digits that may as well be random only if it is about now.
//
// redis-py, redlock-php and their like make one token for a lock and then try with it until they
// get the lock: the time in it is when they began to wait. ShedLock and ASP.NET write the time at
// which they got it.
//
// A time-based UUID (RFC 4122, version 1) holds the time its process asked for the lock and the MAC
// address of its machine; a random node is marked by the multicast bit and is then not shown as a
// host.

#include "core/watch/values/token.h"

#include "core/watch/values/number.h"

#include <QDateTime>

#include <algorithm>

namespace lockstep {

namespace {

bool isHex(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
}

bool isDigits(QByteArrayView text)
{
    return !text.isEmpty()
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isAlphanumeric(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
}

bool isBase64(QByteArrayView text, char plus, char slash)
{
    return std::all_of(text.begin(), text.end(),
        [=](char c) { return isAlphanumeric(QByteArrayView(&c, 1)) || c == plus || c == slash; });
}

bool isUuid(QByteArrayView text)
{
    return text.size() == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-'
        && text[23] == '-' && isHex(text.first(8)) && isHex(text.sliced(9, 4))
        && isHex(text.sliced(14, 4)) && isHex(text.sliced(19, 4)) && isHex(text.sliced(24));
}

bool isOfThisCentury(WallTime time)
{
    const double seconds = numberFrom(time, TimeUnit::Second);
    return seconds > 946684800 && seconds < 4102444800; // 2000 to 2100
}

// Of a time at which somebody asked for a lock that is held now: clocks differ by minutes, and no
// lock is held for years.
bool isAboutNow(WallTime time, WallTime now)
{
    return time < now + std::chrono::minutes(10) && time > now - std::chrono::hours(24 * 366);
}

bool isTimeBased(const QByteArray &uuid)
{
    return uuid.size() == 16 && (uuid[6] & 0xf0) == 0x10 && (uuid[8] & 0xc0) == 0x80;
}

WallTime timeOfUuid(const QByteArray &uuid)
{
    const auto at = [&](int i) { return quint64(uchar(uuid[i])); };
    const quint64 ticks = at(3) | at(2) << 8 | at(1) << 16 | at(0) << 24 | at(5) << 32 | at(4) << 40
        | at(7) << 48 | (at(6) & 0x0f) << 56;
    constexpr double from1582To1970 = 12219292800; // seconds
    return timeFrom(double(ticks) / 1e7 - from1582To1970, TimeUnit::Second);
}

QString macOf(const QByteArray &uuid)
{
    if (uuid[10] & 1) // multicast: a random node
        return {};
    return QString::fromLatin1(uuid.sliced(10).toHex(':'));
}

// The time in a token of PHP's uniqid(), which has 13 hexadecimal digits.
WallTime timeOfUniqid(const QByteArray &token)
{
    return timeFrom(token.left(8).toUInt(nullptr, 16) + token.mid(8).toUInt(nullptr, 16) / 1e6,
        TimeUnit::Second);
}

void decodeTimeBased(const QByteArray &uuid, Holder &holder)
{
    holder.since = timeOfUuid(uuid);
    holder.sinceIsRequest = true;
    holder.host = macOf(uuid);
}

// A name as a machine or a library writes it: no control characters, no blanks.
bool isWord(QByteArrayView text)
{
    return !text.isEmpty() && text.size() <= 253
        && std::all_of(
            text.begin(), text.end(), [](char c) { return uchar(c) > 0x20 && c != 0x7f; });
}

bool isShedLock(QByteArrayView token)
{
    return token.startsWith("ADDED:") && token.size() > 17 && token[10] == '-'
        && token.contains('@');
}

void decodeShedLock(const QByteArray &token, Holder &holder)
{
    const auto at = token.indexOf('@');
    const QByteArray time = token.mid(6, at - 6);
    const QDateTime since = QDateTime::fromString(QString::fromLatin1(time), Qt::ISODateWithMs);
    if (since.isValid())
        holder.since = timeFrom(double(since.toMSecsSinceEpoch()), TimeUnit::Millisecond);
    const QByteArray rest = token.mid(at + 1);
    const auto colon = rest.lastIndexOf(':');
    const bool hasClient = colon > 0 && isUuid(QByteArrayView(rest).sliced(colon + 1));
    holder.host = QString::fromUtf8(hasClient ? rest.first(colon) : rest);
    if (hasClient)
        holder.process = QString::fromLatin1(rest.mid(colon + 1));
}

// Returns the index of the separator in front of a process id, or -1 if there is none.
qsizetype processSeparator(QByteArrayView token)
{
    const auto at = std::max(token.lastIndexOf('|'), token.lastIndexOf(':'));
    const bool fits = at > 0 && token.size() - at <= 11 && isDigits(token.sliced(at + 1))
        && isWord(token.first(at));
    return fits ? at : -1;
}

bool isMachineProcessGuid(QByteArrayView token)
{
    const auto guid = token.lastIndexOf('_');
    if (guid < 3 || token.size() - guid != 33 || !isHex(token.sliced(guid + 1)))
        return false;
    const auto process = token.first(guid).lastIndexOf('_');
    return process > 0 && isDigits(token.sliced(process + 1, guid - process - 1));
}

TokenShape shapeOfDigits(QByteArrayView token)
{
    const auto dot = token.indexOf('.');
    const QByteArrayView whole = dot < 0 ? token : token.first(dot);
    if (!isDigits(whole) || (dot >= 0 && !isDigits(token.sliced(dot + 1))))
        return TokenShape::None;
    if (whole.size() == 10)
        return TokenShape::EpochSeconds;
    if (whole.size() == 13)
        return TokenShape::EpochMilliseconds;
    if (whole.size() == 18 && dot < 0 && whole[0] == '6')
        return TokenShape::Ticks;
    return TokenShape::None;
}

TokenShape shapeOfHex(QByteArrayView token, WallTime now)
{
    if (token.size() == 64)
        return TokenShape::Hex64;
    if (token.size() == 13 && isAboutNow(timeOfUniqid(token.toByteArray()), now))
        return TokenShape::Uniqid;
    if (token.size() != 32)
        return TokenShape::None;
    const QByteArray bytes = QByteArray::fromHex(token.toByteArray());
    if (isTimeBased(bytes) && isAboutNow(timeOfUuid(bytes), now))
        return TokenShape::HexUuid1;
    const bool isVariant = (bytes[8] & 0xc0) == 0x80;
    return isVariant && (bytes[6] & 0xf0) == 0x40 ? TokenShape::HexUuid : TokenShape::Hex32;
}

TokenShape shapeOfBase64(QByteArrayView token, WallTime now)
{
    if (token.size() == 24 && token.endsWith("==") && isBase64(token.first(22), '+', '/')) {
        const QByteArray bytes = QByteArray::fromBase64(token.toByteArray());
        return isTimeBased(bytes) && isAboutNow(timeOfUuid(bytes), now) ? TokenShape::Base64Uuid1
                                                                        : TokenShape::Base64;
    }
    const bool isSized = token.size() == 16 || token.size() == 20 || token.size() == 22;
    if (isSized && isAlphanumeric(token))
        return TokenShape::Alphanumeric;
    if (token.size() == 24 && isBase64(token, '+', '/'))
        return TokenShape::Base64;
    return token.size() == 22 && isBase64(token, '-', '_') ? TokenShape::Base64Url
                                                           : TokenShape::None;
}

// Random bytes: that 16 of them make text is next to impossible.
bool isRaw(QByteArrayView token)
{
    return token.size() >= 16 && token.size() <= 32
        && (!token.isValidUtf8() || std::any_of(token.begin(), token.end(), [](char c) {
               return uchar(c) < 0x20 || uchar(c) == 0x7f;
           }));
}

} // namespace

TokenShape tokenShape(QByteArrayView token, WallTime now)
{
    if (token.isEmpty() || token.size() > 253)
        return TokenShape::None;
    if (const TokenShape shape = shapeOfDigits(token); shape != TokenShape::None)
        return shape;
    if (isHex(token)) {
        if (const TokenShape shape = shapeOfHex(token, now); shape != TokenShape::None)
            return shape;
    }
    if (isShedLock(token))
        return TokenShape::ShedLock;
    if (token.size() >= 36 && isUuid(token.first(36))) {
        if (token.size() > 37 && token[36] == ':' && isDigits(token.sliced(37)))
            return TokenShape::UuidAndNumber;
        if (token.size() == 36 || token[36] == '-' || token[36] == '_')
            return TokenShape::Uuid;
    }
    if (isMachineProcessGuid(token))
        return TokenShape::MachineProcessGuid;
    if (const TokenShape shape = shapeOfBase64(token, now); shape != TokenShape::None)
        return shape;
    if (isRaw(token))
        return TokenShape::Raw;
    return processSeparator(token) > 0 ? TokenShape::HostAndProcess : TokenShape::None;
}

bool isPresentTime(QByteArrayView token, WallTime now)
{
    const TokenShape shape = shapeOfDigits(token);
    if (shape != TokenShape::EpochSeconds && shape != TokenShape::EpochMilliseconds)
        return false;
    const auto unit = shape == TokenShape::EpochSeconds ? TimeUnit::Second : TimeUnit::Millisecond;
    const auto number = decimalFrom(token.toByteArray());
    return number && std::chrono::abs(timeFrom(*number, unit) - now) < std::chrono::minutes(10);
}

Holder holderFromToken(const QByteArray &token, TokenShape hint, WallTime now)
{
    Holder holder;
    holder.token = token.left(Holder::mostToken);
    const TokenShape shape = hint == TokenShape::None ? tokenShape(token, now) : hint;
    const auto setSince = [&](WallTime since) {
        if (isOfThisCentury(since))
            holder.since = since;
    };
    switch (shape) {
    case TokenShape::HexUuid1:
    case TokenShape::Base64Uuid1: {
        const QByteArray uuid = shape == TokenShape::HexUuid1 ? QByteArray::fromHex(token)
                                                              : QByteArray::fromBase64(token);
        if (isTimeBased(uuid) && isAboutNow(timeOfUuid(uuid), now))
            decodeTimeBased(uuid, holder);
        break;
    }
    case TokenShape::Uniqid:
        if (token.size() == 13 && isHex(token) && isAboutNow(timeOfUniqid(token), now)) {
            holder.since = timeOfUniqid(token);
            holder.sinceIsRequest = true;
        }
        break;
    case TokenShape::UuidAndNumber:
        if (const auto colon = token.lastIndexOf(':'); colon >= 36) {
            holder.process = QString::fromLatin1(token.first(36));
            holder.thread = QString::fromLatin1(token.mid(colon + 1).left(20));
        }
        break;
    case TokenShape::Uuid:
        holder.process = QString::fromLatin1(token.first(std::min<qsizetype>(36, token.size())));
        break;
    case TokenShape::ShedLock:
        if (isShedLock(token))
            decodeShedLock(token, holder);
        break;
    case TokenShape::MachineProcessGuid:
        if (isMachineProcessGuid(token)) {
            const auto guid = token.lastIndexOf('_');
            const auto process = token.lastIndexOf('_', guid - 1);
            holder.host = QString::fromUtf8(token.first(process));
            holder.process = QString::fromLatin1(token.mid(process + 1, guid - process - 1));
        }
        break;
    case TokenShape::HostAndProcess:
        if (const auto at = processSeparator(token); at > 0) {
            holder.host = QString::fromUtf8(token.first(at));
            holder.process = QString::fromLatin1(token.mid(at + 1));
        }
        break;
    case TokenShape::Ticks:
        if (const auto ticks = integerFrom(token))
            setSince(timeFrom(double(*ticks - 621355968000000000LL) / 1e7, TimeUnit::Second));
        break;
    default:
        break; // tells nothing beyond itself, or (a time of expiry) nothing about the holder
    }
    return holder;
}

} // namespace lockstep
