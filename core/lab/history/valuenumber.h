#pragma once

#include <QByteArrayView>
#include <QtGlobal>

#include <optional>

namespace lockstep {

// The number, if the value is a whole number as INCR writes it ("12", "-3"); nothing for any other
// text ("012", "+3", " 3", "3.0").
std::optional<qint64> wholeNumber(QByteArrayView value);

// The whole numbers between which a value lies: 10 and 11 for "10.5", as INCRBYFLOAT makes it. A
// value that does not fit into 64 bits counts as the nearest number that does.
struct WholeNumbers
{
    qint64 least = 0;
    qint64 most = 0;
};
// Returns nothing if the value is not a number.
std::optional<WholeNumbers> wholeNumbersAround(QByteArrayView value);

} // namespace lockstep
