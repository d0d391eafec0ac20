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

// "standalone", "cluster" or "sentinel", as the reply to INFO server says; empty if it does not.
inline QByteArray modeOfServer(const QByteArray &info)
{
    const QByteArray mode = infoField(info, "redis_mode");
    return mode.isEmpty() ? infoField(info, "server_mode") : mode; // Valkey from 8.0 on
}

} // namespace lockstep
