#pragma once

#include <set>

namespace lockstep {

// The sum of numbers that come and go, which does not depend on the order in which they did: what
// is added and subtracted again leaves no trace. A sum of doubles does, and may drift for ever.
// Whole numbers are added up exactly, and fractions to the 2^-44th part, while they are less than
// 2^53. Larger ones are added up by total(), which is slow if there are many.
class ExactSum
{
public:
    void add(double number);
    void subtract(double number); // number: must have been added
    [[nodiscard]] double total() const;

private:
    // A number in parts of 2^-44. With 128 bits there is room for 2^30 numbers.
    __extension__ using Parts = __int128;
    static Parts partsOf(double number);

    Parts m_parts = 0;
    std::multiset<double> m_large;
};

} // namespace lockstep
