#include "core/watch/values/number.h"

#include <charconv>
#include <cmath>

namespace lockstep {

namespace {

template <typename Number> std::optional<Number> parsed(QByteArrayView text)
{
    Number number{};
    const char *end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stopped != end || text.isEmpty())
        return std::nullopt;
    return number;
}

} // namespace

std::optional<qint64> integerFrom(QByteArrayView text)
{
    return parsed<qint64>(text);
}

std::optional<double> decimalFrom(QByteArrayView text)
{
    const auto number = parsed<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

} // namespace lockstep
