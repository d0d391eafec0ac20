#pragma once

#include "core/redis/connection/awaited.h"
#include "core/redis/connection/connection.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

// Counts what several servers answer to one question, until more than half agree, cannot agree any
// more, or the time is over.
class Vote : public std::enable_shared_from_this<Vote>
{
public:
    // The result when neither yes nor no has more than half: some said no, some did not answer.
    enum class Doubt : bool { IsNo, IsError };

    Vote(int servers, std::chrono::milliseconds limit, Doubt doubt);

    // The answer of one of them, each once. Later ones than the result are taken and ignored.
    void add(const Result<bool> &answer);

    // True: more than half said yes. False: so many said no that they never will. An error: so many
    // did not answer; the first of theirs, CommandTimeout if there is none. Once.
    QCoro::Task<Result<bool>> result();

private:
    [[nodiscard]] std::optional<Result<bool>> decided() const;
    [[nodiscard]] Error failed() const;
    void end(Result<bool> result);

    int m_servers;
    Doubt m_doubt;
    int m_yes = 0;
    int m_no = 0;
    int m_failed = 0;
    std::optional<Error> m_error;
    Awaited<bool> m_result;
    std::function<void(Result<bool>)> m_done;
    QTimer m_limit;
};

} // namespace lockstep
