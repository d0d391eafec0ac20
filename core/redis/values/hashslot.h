#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace lockstep {

// The hash slots of a Redis Cluster. Source:
// https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
inline constexpr int hashSlotCount = 16384;

// Computes CRC-16/XMODEM. crc: that of the bytes before these.
quint16 crc16(QByteArrayView bytes, quint16 crc = 0);
// The part of the key between the first { and the first } after it; empty if there is none.
QByteArrayView hashTag(QByteArrayView key);
// The hash slot of a key, 0 to 16383.
int hashSlot(const QByteArray &key);

} // namespace lockstep
