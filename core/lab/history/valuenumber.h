#pragma once

#include <QByteArrayView>
#include <QtGlobal>

#include <optional>

namespace lockstep {

// The whole number that a value is, written as Redis writes what it counts ("12", "-3"); nothing
// for any other text ("012", "+3", " 3", "3.0").
std::optional<qint64> wholeNumber(QByteArrayView value);

// The whole numbers between which a value lies: of one with decimals ("10.5", as INCRBYFLOAT makes)
// those before and behind it, of one beyond 64 bits the last that there are.
struct WholeNumbers
{
    qint64 least = 0;
    qint64 most = 0;
};
// Nothing where it is no number.
std::optional<WholeNumbers> wholeNumbersAround(QByteArrayView value);

} // namespace lockstep
