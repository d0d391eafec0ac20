#include "ui/watch/rows/exactsum.h"

#include <cmath>
#include <numeric>

namespace lockstep {

namespace {

constexpr int fractionBits = 44;

bool isLarge(double number)
{
    return std::abs(number) >= 0x1p53;
}

} // namespace

ExactSum::Parts ExactSum::partsOf(double number)
{
    // Scaling by a power of two changes no bit of the number, and below 2^97 it fits.
    return Parts(std::nearbyint(std::ldexp(number, fractionBits)));
}

void ExactSum::add(double number)
{
    if (isLarge(number))
        m_large.insert(number);
    else
        m_parts += partsOf(number);
}

void ExactSum::subtract(double number)
{
    if (isLarge(number))
        m_large.erase(m_large.find(number));
    else
        m_parts -= partsOf(number);
}

double ExactSum::total() const
{
    const double sum = std::ldexp(double(m_parts), -fractionBits);
    return std::accumulate(m_large.begin(), m_large.end(), sum);
}

} // namespace lockstep
