#include "core/demo/traffic/tokens.h"

namespace lockstep {

namespace {

// The time from 1582-10-15, where the time of UUIDs begins, to 1970, in units of 100 ns.
constexpr quint64 gregorianToUnix = 0x01B21DD213814000;

QByteArray hex(quint64 number, int digits)
{
    return QByteArray::number(number, 16).rightJustified(digits, '0');
}

} // namespace

QByteArray withDashes(const QByteArray &digits)
{
    return digits.left(8) + '-' + digits.mid(8, 4) + '-' + digits.mid(12, 4) + '-'
        + digits.mid(16, 4) + '-' + digits.mid(20);
}

QByteArray pythonToken(
    std::chrono::system_clock::time_point began, quint64 macAddress, quint16 clockSequence)
{
    using Ticks = std::chrono::duration<qint64, std::ratio<1, 10'000'000>>;
    const auto unixTicks = std::chrono::duration_cast<Ticks>(began.time_since_epoch()).count();
    const quint64 ticks = quint64(unixTicks) + gregorianToUnix;
    constexpr quint64 version1 = 0x1000;
    constexpr quint64 variant = 0x8000;
    return hex(ticks & 0xffffffff, 8) + hex((ticks >> 32) & 0xffff, 4)
        + hex(((ticks >> 48) & 0x0fff) | version1, 4) + hex((clockSequence & 0x3fff) | variant, 4)
        + hex(macAddress & 0xffffffffffff, 12);
}

qint64 epochMilliseconds()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace lockstep
