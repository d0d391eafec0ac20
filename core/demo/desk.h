#pragma once

#include "core/demo/dice.h"
#include "core/demo/shift.h"
#include "core/redis/connection.h"

#include <optional>

namespace lockstep {

// What one department of the shop works with: a connection, the shift, its own dice.
class Desk : public QObject
{
    Q_OBJECT

public:
    Desk(const Endpoint &endpoint, const QByteArray &name, Shift &shift, quint32 seed,
        QObject *parent = nullptr);

    QCoro::Task<Result<void>> open();
    void close();

    // ask("SET", key, token, "NX", "PX", 10'000). Nothing when the shop closes: then return. When
    // the server refuses (BUSY during somebody's long script, …), the reply is of kind Error: that
    // round is lost and the shop goes on.
    template <typename... Words> QCoro::Task<std::optional<Reply>> ask(const Words &...words)
    {
        Command command;
        (command << ... << words);
        return send(std::move(command));
    }
    QCoro::Task<std::optional<Reply>> send(Command command);

    // The same where only one question matters: whether the reply is 1 or OK.
    QCoro::Task<std::optional<bool>> succeeds(Command command);

    [[nodiscard]] Connection &connection() { return m_connection; }
    [[nodiscard]] Shift &shift() { return m_shift; }
    [[nodiscard]] Dice &dice() { return m_dice; }

    [[nodiscard]] Shift::Pause pause(std::chrono::milliseconds time) { return m_shift.pause(time); }
    [[nodiscard]] Shift::Pause pause(
        std::chrono::milliseconds least, std::chrono::milliseconds most)
    {
        return m_shift.pause(m_dice.between(least, most));
    }

Q_SIGNALS:
    void broke(const lockstep::Error &error); // the server is gone

private:
    Connection m_connection;
    Shift &m_shift;
    Dice m_dice;
};

} // namespace lockstep
