// The layout is that of Redis (https://redis.io/docs/latest/commands/pfcount/, "Technical
// details"):
//
//   "HYLL", 1 byte encoding (0 dense, 1 sparse), 3 unused bytes, 8 bytes little-endian: the
//   cardinality as last computed, of which the highest bit says that it is out of date; then 16384
//   registers. Dense: 6 bits each, the lowest bits first. Sparse: run lengths: 00xxxxxx = x+1
//   zeros, 01xxxxxx yyyyyyyy = xy+1 zeros (14 bits), 1vvvvvxx = x+1 registers of value v+1.
//
// The estimator is that of Redis since 4.0: Otmar Ertl, "New cardinality estimation algorithms for
// HyperLogLog sketches", arXiv:1702.01284, algorithm 6 with the functions sigma and tau. It needs
// no more than the histogram of the registers, and no correction for small or large counts.

#include "core/watch/values/hyperloglog.h"

#include <array>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr int headerBytes = 16;
constexpr int registers = 16384;
constexpr int bitsOfHash = 50; // 64 less the 14 that choose the register: largest register is 51
using Histogram = std::array<int, 64>;

bool countDense(QByteArrayView packed, Histogram &histogram)
{
    if (packed.size() < registers * 6 / 8)
        return false;
    for (int i = 0; i < registers; ++i) {
        const int bit = i * 6;
        const auto low = uchar(packed[bit / 8]);
        const auto high = bit / 8 + 1 < packed.size() ? uchar(packed[bit / 8 + 1]) : 0;
        ++histogram[size_t(((high << 8 | low) >> (bit % 8)) & 63)];
    }
    return true;
}

bool countSparse(QByteArrayView runs, Histogram &histogram)
{
    int seen = 0;
    for (qsizetype i = 0; i < runs.size(); ++i) {
        const auto code = uchar(runs[i]);
        int length = 0;
        int value = 0;
        if (code & 0x80) {
            value = ((code >> 2) & 31) + 1;
            length = (code & 3) + 1;
        } else if (code & 0x40) {
            if (++i == runs.size())
                return false;
            length = ((code & 63) << 8 | uchar(runs[i])) + 1;
        } else {
            length = (code & 63) + 1;
        }
        seen += length;
        histogram[size_t(value)] += length;
        if (seen > registers)
            return false;
    }
    return seen == registers;
}

// Sum of x^(2^k) * 2^(k-1), plus x: what the empty registers contribute.
double sigma(double x)
{
    if (x == 1)
        return std::numeric_limits<double>::infinity();
    double sum = x;
    double weight = 1;
    for (double before = -1; before != sum;) {
        before = sum;
        x *= x;
        sum += x * weight;
        weight += weight;
    }
    return sum;
}

// What the full registers take away.
double tau(double x)
{
    if (x == 0 || x == 1)
        return 0;
    double sum = 1 - x;
    double weight = 1;
    for (double before = -1; before != sum;) {
        before = sum;
        x = std::sqrt(x);
        weight /= 2;
        sum -= (1 - x) * (1 - x) * weight;
    }
    return sum / 3;
}

double estimate(const Histogram &histogram)
{
    constexpr double m = registers;
    double z = m * tau((m - histogram[bitsOfHash + 1]) / m);
    for (int value = bitsOfHash; value >= 1; --value)
        z = (z + histogram[size_t(value)]) / 2;
    z += m * sigma(histogram[0] / m);
    return m * m / (2 * std::log(2.0) * z);
}

} // namespace

bool isHyperLogLog(QByteArrayView value)
{
    return value.size() >= headerBytes && value.startsWith("HYLL") && uchar(value[4]) <= 1;
}

std::optional<quint64> hyperLogLogEstimate(QByteArrayView value)
{
    if (!isHyperLogLog(value))
        return std::nullopt;
    quint64 cached = 0;
    for (int i = 0; i < 8; ++i)
        cached |= quint64(uchar(value[8 + i])) << (8 * i);
    if (!(cached >> 63))
        return cached;
    Histogram histogram{};
    const QByteArrayView body = value.sliced(headerBytes);
    const bool isDense = value[4] == 0;
    if (!(isDense ? countDense(body, histogram) : countSparse(body, histogram)))
        return std::nullopt;
    return quint64(std::llround(estimate(histogram)));
}

} // namespace lockstep
