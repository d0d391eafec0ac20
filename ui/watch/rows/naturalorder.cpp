// QCollator's numeric mode does the same for texts of a language. It was rejected because keys are
// bytes, and a table may have to sort a million of them, which would first have to be decoded.

#include "ui/watch/rows/naturalorder.h"

#include <algorithm>

namespace lockstep {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

qsizetype digitsFrom(QByteArrayView text, qsizetype at)
{
    const auto end = std::find_if_not(text.begin() + at, text.end(), isDigit);
    return end - text.begin() - at;
}

QByteArrayView withoutLeadingZeros(QByteArrayView digits)
{
    while (digits.size() > 1 && digits.front() == '0')
        digits = digits.sliced(1);
    return digits;
}

int compareNumbers(QByteArrayView a, QByteArrayView b)
{
    a = withoutLeadingZeros(a);
    b = withoutLeadingZeros(b);
    return a.size() != b.size() ? (a.size() < b.size() ? -1 : 1) : a.compare(b);
}

} // namespace

int compareNaturally(QByteArrayView a, QByteArrayView b)
{
    const auto differing = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    qsizetype at = differing.first - a.begin();
    while (at > 0 && isDigit(a[at - 1])) // goes back to the beginning of a number that both share
        --at;
    if (at < a.size() && at < b.size() && isDigit(a[at]) && isDigit(b[at])) {
        const QByteArrayView numberOfA = a.sliced(at, digitsFrom(a, at));
        const QByteArrayView numberOfB = b.sliced(at, digitsFrom(b, at));
        if (const int order = compareNumbers(numberOfA, numberOfB); order != 0)
            return order;
    }
    return a.sliced(at).compare(b.sliced(at));
}

} // namespace lockstep
