#include "core/lab/step/valuetext.h"

#include "core/lab/node/dataset.h"

namespace lockstep {

namespace {

constexpr qsizetype longest = 200; // bytes

QByteArray shortened(QByteArray text)
{
    if (text.size() <= longest)
        return text;
    qsizetype end = longest; // moved back to the beginning of a UTF-8 character
    while (end > longest - 4 && (uchar(text[end]) & 0xC0) == 0x80)
        --end;
    text.truncate(end);
    return text + "…";
}

} // namespace

QByteArray valueText(QByteArrayView canonical)
{
    if (canonical.isEmpty())
        return {};
    const auto type = canonical::typeOf(canonical);
    if (type == canonical::String)
        return canonical.size() == 1 ? QByteArrayLiteral("\"\"")
                                     : shortened(canonical.sliced(1).toByteArray());
    const bool inPairs = type == canonical::Hash || type == canonical::SortedSet;
    QByteArray text;
    const auto elements = canonical::elements(canonical);
    for (size_t i = 0; i < elements.size() && text.size() <= longest; ++i) {
        if (i > 0)
            text += inPairs && i % 2 == 1 ? ": " : ", ";
        text += elements[i];
    }
    const bool isList = type == canonical::List;
    return (isList ? '[' : '{') + shortened(text) + (isList ? ']' : '}');
}

} // namespace lockstep
