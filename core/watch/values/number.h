#pragma once

#include <QByteArrayView>

#include <optional>

namespace lockstep {

// The whole text as Redis and the libraries write it: no blanks, no plus sign, no hexadecimal, no
// "nan".
std::optional<qint64> integerFrom(QByteArrayView text);
std::optional<double> decimalFrom(QByteArrayView text); // integers included

} // namespace lockstep
