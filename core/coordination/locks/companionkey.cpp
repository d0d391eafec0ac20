#include "core/coordination/locks/companionkey.h"

#include <QByteArrayView>

namespace lockstep {

namespace {

// CRC-16/XMODEM, bit by bit: the names are short and the result is kept.
quint16 crc16(QByteArrayView bytes, quint16 crc = 0)
{
    for (const char byte : bytes) {
        crc = quint16(crc ^ (quint8(byte) << 8));
        for (int bit = 0; bit < 8; ++bit)
            crc = quint16((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
    }
    return crc;
}

constexpr quint16 slots = 16384;

// Between the first { and the first } after it, unless that is empty.
QByteArrayView tagOf(QByteArrayView key)
{
    const qsizetype open = key.indexOf('{');
    const qsizetype close = open < 0 ? -1 : key.indexOf('}', open + 1);
    return close > open + 1 ? key.sliced(open + 1, close - open - 1) : QByteArrayView();
}

} // namespace

int hashSlot(const QByteArray &key)
{
    const QByteArrayView tag = tagOf(key);
    return crc16(tag.isEmpty() ? QByteArrayView(key) : tag) % slots;
}

QByteArray companionKey(const QByteArray &name, const QByteArray &part)
{
    if (!tagOf(name).isEmpty())
        return name + ':' + part;
    if (!name.isEmpty() && !name.contains('}'))
        return '{' + name + "}:" + part;
    const QByteArray start = name + ':' + part + ':';
    const int slot = hashSlot(name);
    const quint16 begun = crc16(start);
    for (qint64 number = 0;; ++number) {
        const QByteArray digits = QByteArray::number(number);
        if (crc16(digits, begun) % slots == slot)
            return start + digits;
    }
}

} // namespace lockstep
