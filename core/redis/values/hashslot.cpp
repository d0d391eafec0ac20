#include "core/redis/values/hashslot.h"

namespace lockstep {

// Bit by bit: names are short, and a slot is asked for only now and then.
quint16 crc16(QByteArrayView bytes, quint16 crc)
{
    for (const char byte : bytes) {
        crc = quint16(crc ^ (quint8(byte) << 8));
        for (int bit = 0; bit < 8; ++bit)
            crc = quint16((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
    }
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
