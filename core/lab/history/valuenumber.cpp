#include "core/lab/history/valuenumber.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr qsizetype longestWhole = 20; // characters of "-9223372036854775808"

qint64 within64Bits(long double number)
{
    constexpr auto least = std::numeric_limits<qint64>::min();
    constexpr auto most = std::numeric_limits<qint64>::max();
    if (number >= static_cast<long double>(most))
        return most;
    return number <= static_cast<long double>(least) ? least : qint64(number);
}

} // namespace

std::optional<qint64> wholeNumber(QByteArrayView value)
{
    if (value.isEmpty() || value.size() > longestWhole)
        return std::nullopt;
    const bool isNegative = value.front() == '-';
    const QByteArrayView digits = isNegative ? value.sliced(1) : value;
    const bool isPadded = digits.startsWith('0') && (digits.size() > 1 || isNegative);
    qint64 number = 0;
    const auto [end, error] = std::from_chars(value.begin(), value.end(), number);
    if (error != std::errc() || end != value.end() || isPadded)
        return std::nullopt;
    return number;
}

std::optional<WholeNumbers> wholeNumbersAround(QByteArrayView value)
{
    if (const auto whole = wholeNumber(value))
        return WholeNumbers{*whole, *whole};
    constexpr QByteArrayView beginnings("-0123456789.");
    long double number = 0;
    if (value.isEmpty() || !beginnings.contains(value.front()))
        return std::nullopt;
    const auto [end, error] = std::from_chars(value.begin(), value.end(), number);
    if (error != std::errc() || end != value.end() || !std::isfinite(number))
        return std::nullopt;
    return WholeNumbers{within64Bits(std::floor(number)), within64Bits(std::ceil(number))};
}

} // namespace lockstep
