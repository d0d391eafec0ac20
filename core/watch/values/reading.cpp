#include "core/watch/values/reading.h"

#include <cmath>

namespace lockstep {

namespace {

constexpr double mostExact = 9'007'199'254'740'992; // 2^53: up to there each whole number is one

// Writes a whole number as Redis writes a counter. Empty for what is no whole number.
QByteArray wholeNumber(const CompactOptional<double> &value)
{
    if (!value || std::abs(*value) > mostExact || std::trunc(*value) != *value)
        return {};
    return QByteArray::number(static_cast<qint64>(*value));
}

} // namespace

QByteArray Reading::raw() const
{
    if (rawIsToken)
        return holder->token;
    return rawIsValue ? wholeNumber(value) : otherRaw ? *otherRaw : QByteArray();
}

void Reading::setRaw(const QByteArray &bytes)
{
    const QByteArray kept = bytes.left(mostRaw);
    otherRaw.reset();
    rawIsToken =
        holder && !kept.isEmpty() && std::as_const(holder)->token == bytes.left(Holder::mostToken);
    rawIsValue = !rawIsToken && !kept.isEmpty() && wholeNumber(value) == kept;
    if (!rawIsToken && !rawIsValue && !kept.isEmpty())
        otherRaw = kept;
}

} // namespace lockstep
