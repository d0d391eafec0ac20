#include "core/redis/values/hashslot.h"

#include <array>

namespace lockstep {

namespace {

// The table of the checksum for each value of a byte. When slots have moved, the slots of all keys
// of a node are computed, so one step a byte instead of one a bit is worth it.
constexpr std::array<quint16, 256> makeSteps()
{
    std::array<quint16, 256> steps{};
    for (std::size_t byte = 0; byte < steps.size(); ++byte) {
        auto crc = quint16(byte << 8);
        for (int bit = 0; bit < 8; ++bit)
            crc = quint16((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
        steps[byte] = crc;
    }
    return steps;
}

constexpr auto steps = makeSteps();

} // namespace

quint16 crc16(QByteArrayView bytes, quint16 crc)
{
    for (const char byte : bytes)
        crc = quint16((crc << 8) ^ steps[quint8((crc >> 8) ^ quint8(byte))]);
    return crc;
}

QByteArrayView hashTag(QByteArrayView key)
{
    const qsizetype open = key.indexOf('{');
    const qsizetype close = open < 0 ? -1 : key.indexOf('}', open + 1);
    return close > open + 1 ? key.sliced(open + 1, close - open - 1) : QByteArrayView();
}

int hashSlot(const QByteArray &key)
{
    const QByteArrayView tag = hashTag(key);
    return crc16(tag.isEmpty() ? QByteArrayView(key) : tag) % hashSlotCount;
}

} // namespace lockstep
