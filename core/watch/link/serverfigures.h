#pragma once

#include <QByteArray>

#include <chrono>
#include <map>
#include <optional>

namespace lockstep {

// The server's own counters, from replies to INFO. Each reply updates the fields that it contains,
// so replies for different sections add up.
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

    // The number of names in the table of client tracking, for all clients together.
    [[nodiscard]] std::optional<qint64> trackedKeys() const { return m_trackedKeys; }
    // Returns nothing if no reply had the section "Keyspace" yet.
    [[nodiscard]] std::optional<bool> hasKeysOutside(int database) const;
    [[nodiscard]] std::optional<qint64> keysIn(int database) const;
    [[nodiscard]] std::optional<Microseconds> processorTime() const { return m_processorTime; }
    // The calls of each command since the server's start, by its name as INFO writes it: in small
    // letters, with the subcommand behind a bar, as "client|list". Empty where it was not told.
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
