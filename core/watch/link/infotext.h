#pragma once

#include <QByteArray>

namespace lockstep {

// The value of a field in the reply to INFO; empty if it has no such field.
inline QByteArray infoField(const QByteArray &info, const QByteArray &name)
{
    const auto at = info.startsWith(name + ':') ? 0 : info.indexOf("\n" + name + ':') + 1;
    if (at == 0 && !info.startsWith(name + ':'))
        return {};
    const auto from = at + name.size() + 1;
    auto to = info.indexOf('\n', from);
    if (to < 0)
        to = info.size();
    return info.mid(from, to - from).trimmed();
}

} // namespace lockstep
