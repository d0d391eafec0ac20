#pragma once

#include "core/redis/connection/connection.h"

#include <QCoroTask>

#include <memory>
#include <vector>

namespace lockstep {

// Many real connections in one process, open when the constructor returns. A failure to open ends
// the test program.
class Clients
{
public:
    explicit Clients(const Endpoint &endpoint, int count = 50)
    {
        for (int i = 0; i < count; ++i) {
            m_connections.push_back(std::make_unique<Connection>(endpoint));
            const auto opened = QCoro::waitFor(m_connections.back()->open());
            if (!opened)
                qFatal("Client %d: %s", i, qPrintable(opened.error().detail));
        }
    }

    // One call for each client, all in flight together, that many times; what they returned.
    // call: a task from a Connection *.
    template <typename Call> auto allAtOnce(int times, const Call &call) const
    {
        std::vector<decltype(call(std::declval<Connection *>()))> tasks;
        for (int round = 0; round < times; ++round) {
            for (const auto &connection : m_connections)
                tasks.push_back(call(connection.get()));
        }
        std::vector<decltype(QCoro::waitFor(std::move(tasks.front())))> results;
        for (auto &task : tasks)
            results.push_back(QCoro::waitFor(std::move(task)));
        return results;
    }

    [[nodiscard]] const std::vector<std::unique_ptr<Connection>> &all() const
    {
        return m_connections;
    }

private:
    std::vector<std::unique_ptr<Connection>> m_connections;
};

} // namespace lockstep
