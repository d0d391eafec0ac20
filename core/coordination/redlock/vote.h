#pragma once

#include "core/redis/connection/awaited.h"
#include "core/redis/connection/connection.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

// Counts the answers of several servers to one question, until more than half agree, no majority is
// possible any more, or the time is over.
class Vote : public std::enable_shared_from_this<Vote>
{
public:
    // The result if neither yes nor no can have a majority, because some said no and some did not
    // answer.
    enum class Doubt : bool { IsNo, IsError };

    Vote(int servers, std::chrono::milliseconds limit, Doubt doubt);

    // The answer of one server; once for each. Answers after the result are ignored.
    void add(const Result<bool> &answer);

    // True if more than half said yes; false if so many said no that they never can. If so many
    // failed that neither is possible, the first of their errors, or CommandTimeout if there is
    // none. To be called once.
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
