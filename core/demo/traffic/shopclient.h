#pragma once

#include "core/demo/traffic/dice.h"
#include "core/demo/traffic/taskgroup.h"
#include "core/redis/connection/script.h"

namespace lockstep {

// What one department of the shop works with: a connection and random numbers of its own, and the
// group in which its coroutines run.
class ShopClient : public QObject
{
    Q_OBJECT

public:
    ShopClient(const Endpoint &endpoint, const QByteArray &name, TaskGroup &tasks, quint32 seed,
        QObject *parent = nullptr);

    QCoro::Task<Result<void>> open();
    void close();

    // Sends a command: ask("SADD", key, member).
    template <typename... Words> QCoro::Task<Result<Reply>> ask(const Words &...words)
    {
        Command command;
        (command << ... << words);
        return m_connection.request(std::move(command));
    }

    // Whether a script answers 1. script must exist until the task is done.
    QCoro::Task<Result<bool>> succeeds(
        const Script *script, QByteArrayList keys, QByteArrayList arguments);

    // Returns false if the shop is closing or the connection is gone (see broke()); the caller has
    // to return then. If the server refuses a command (for example with BUSY during somebody's long
    // script), only this round is lost.
    template <typename T> [[nodiscard]] bool goesOn(const Result<T> &answer) const
    {
        return answer ? !m_tasks.isEnding() : goesOnAfter(answer.error());
    }

    [[nodiscard]] Connection &connection() { return m_connection; }
    [[nodiscard]] TaskGroup &tasks() { return m_tasks; }
    [[nodiscard]] Dice &dice() { return m_dice; }

    [[nodiscard]] TaskGroup::Pause pause(std::chrono::milliseconds time)
    {
        return m_tasks.pause(time);
    }
    [[nodiscard]] TaskGroup::Pause pause(
        std::chrono::milliseconds least, std::chrono::milliseconds most)
    {
        return m_tasks.pause(m_dice.between(least, most));
    }

Q_SIGNALS:
    void broke(const lockstep::Error &error); // the server is gone

private:
    [[nodiscard]] bool goesOnAfter(const Error &error) const;

    Connection m_connection;
    TaskGroup &m_tasks;
    Dice m_dice;
};

} // namespace lockstep
