#pragma once

#include "core/redis/connection.h"
#include "core/watch/ttl.h"

#include <QObject>

#include <array>
#include <map>
#include <memory>
#include <optional>

namespace lockstep {

// The three connections of a watch: opened together, lost together.
class WatchLinks : public QObject
{
    Q_OBJECT

public:
    // commandTimeout: no answer for so long, and a connection is given up.
    WatchLinks(const Endpoint &endpoint, Milliseconds commandTimeout);

    void open(); // and again whenever they are lost
    void close(); // no signal from here on

    [[nodiscard]] Connection *reader() const { return m_reader.get(); }
    [[nodiscard]] Connection *scout() const { return m_scout.get(); }
    [[nodiscard]] Connection *ears() const { return m_ears.get(); }
    [[nodiscard]] bool areOpen() const { return m_areOpen; } // all three
    [[nodiscard]] Traffic traffic() const; // of all three
    // Commands of all three so far, by name as INFO commandstats writes it.
    [[nodiscard]] const std::map<QByteArray, qint64> &commandCounts() const { return *m_counts; }

Q_SIGNALS:
    void opened(); // all three
    void lost(const lockstep::Error &error); // one of them, and with it all; after opened()
    // One could not be opened. nextAttempt: after which time; nothing: none will be made.
    void failed(const lockstep::Error &error, std::optional<lockstep::Milliseconds> nextAttempt);

private:
    [[nodiscard]] std::array<Connection *, 3> all() const;
    void onOpened();
    void onLost(const Error &error);
    void onFailed(const Error &error, Milliseconds nextAttempt);

    std::shared_ptr<std::map<QByteArray, qint64>> m_counts;
    std::unique_ptr<Connection> m_reader;
    std::unique_ptr<Connection> m_scout;
    std::unique_ptr<Connection> m_ears;
    bool m_areOpen = false;
};

} // namespace lockstep
