#pragma once

#include <QByteArrayView>

#include <optional>

namespace lockstep {

// The first bytes that are enough for any HyperLogLog of Redis: the header and the dense registers.
constexpr int hyperLogLogBytes = 16 + 12288;

bool isHyperLogLog(QByteArrayView value); // from the first 16 bytes
// Computes what PFCOUNT would return, which is not called because it writes into the key. value: up
// to hyperLogLogBytes. Nothing if it is no HyperLogLog or a broken one.
std::optional<quint64> hyperLogLogEstimate(QByteArrayView value);

} // namespace lockstep
