#include "core/coordination/locks/companionkey.h"

#include "core/redis/values/hashslot.h"

namespace lockstep {

QByteArray companionKey(const QByteArray &name, const QByteArray &part)
{
    if (!hashTag(name).isEmpty())
        return name + ':' + part;
    if (!name.isEmpty() && !name.contains('}'))
        return '{' + name + "}:" + part;
    const QByteArray start = name + ':' + part + ':';
    const int slot = hashSlot(name);
    // The CRC of the beginning is computed once, and continued with each number.
    const quint16 begun = crc16(start);
    for (qint64 number = 0;; ++number) {
        const QByteArray digits = QByteArray::number(number);
        if (crc16(digits, begun) % hashSlotCount == slot)
            return start + digits;
    }
}

} // namespace lockstep
