#pragma once

#include "core/watch/formats/format.h"
#include "core/watch/formats/formatdata.h"

namespace lockstep {

// What a format says of itself, for what is decided without reading an object; more may be set
// before it becomes one.
inline FormatData plainData(Family family)
{
    FormatData data;
    data.id = data.kind = QStringLiteral("plain");
    data.library = QStringLiteral("Plain");
    data.family = family;
    return data;
}

inline FormatPtr plainFormat(FormatData data)
{
    return FormatPtr(new Format(std::make_shared<const FormatData>(std::move(data))));
}

inline FormatPtr plainFormat(Family family)
{
    return plainFormat(plainData(family));
}

// A lock whose waiters are counted.
inline FormatPtr awaitedFormat()
{
    FormatData data = plainData(Family::Lock);
    data.waitersChannel = KeyTemplate("waiting", {});
    return plainFormat(std::move(data));
}

} // namespace lockstep
