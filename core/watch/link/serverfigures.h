#pragma once

#include <QByteArray>

#include <chrono>
#include <map>
#include <optional>

namespace lockstep {

// What the server counts itself, as far as INFO was answered. Each text adds what it tells.
class ServerFigures
{
public:
    using Microseconds = std::chrono::microseconds;

    struct Command
    {
        qint64 calls = 0;
        Microseconds time{};
    };

    // info: one or several sections of INFO.
    void take(const QByteArray &info);

    // Names in the table of client tracking, of all clients.
    [[nodiscard]] std::optional<qint64> trackedKeys() const { return m_trackedKeys; }
    // Nothing: not told.
    [[nodiscard]] std::optional<bool> hasKeysOutside(int database) const;
    [[nodiscard]] std::optional<qint64> keysIn(int database) const;
    [[nodiscard]] std::optional<Microseconds> processorTime() const { return m_processorTime; }
    // By name in small letters, a subcommand behind a bar; empty: not told.
    [[nodiscard]] const std::map<QByteArray, Command> &commands() const { return m_commands; }

private:
    void takeLine(const QByteArray &name, const QByteArray &value);

    std::optional<qint64> m_trackedKeys;
    std::optional<std::map<int, qint64>> m_keysIn; // by database
    std::optional<Microseconds> m_processorTime; // of the main thread, where told apart
    std::map<QByteArray, Command> m_commands;
    bool m_tellsMainThread = false;
    Microseconds m_sys{};
    Microseconds m_user{};
};

} // namespace lockstep
