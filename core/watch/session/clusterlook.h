#pragma once

#include "core/redis/connection/connection.h"
#include "core/redis/values/clusterslots.h"
#include "core/watch/values/ttl.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

class WatchSession;

// Asks which nodes serve the slots of a Cluster: now and then, and soon when that is in doubt.
class ClusterLook : public QObject
{
    Q_OBJECT

public:
    // given: an address that leads to the Cluster, asked where no session has a connection.
    ClusterLook(const Endpoint &given, QObject *parent);

    // Returns the sessions whose nodes are asked.
    using Sessions = std::function<std::vector<WatchSession *>()>;
    void setSessions(Sessions sessions) { m_sessions = std::move(sessions); }
    void setGiven(const Endpoint &given);
    // Sets the slots that the watch follows; answers are compared with them.
    void setKnown(const ClusterSlots &slots);
    [[nodiscard]] const ClusterSlots &known() const { return m_known; }
    void lookSoon(); // it is in doubt

Q_SIGNALS:
    // A majority of the nodes reports other slots than those that are followed.
    void changed(const lockstep::ClusterSlots &slots);
    void confirmed(); // a node reports the slots that are followed

private:
    struct Vote;

    void look();
    void lookByGiven();
    void take(const Result<ClusterSlots> &slots);
    void askAll();
    void count(const Vote &vote);
    void arm();
    [[nodiscard]] std::vector<WatchSession *> connected() const;

    Endpoint m_given;
    Sessions m_sessions;
    ClusterSlots m_known;
    std::unique_ptr<Connection> m_seed; // to the given address
    QTimer m_timer;
    Instant m_lastLook{};
    Instant m_doubtedAt{}; // when they were in doubt last
    std::optional<Instant> m_inDoubtSince;
    std::size_t m_turn = 0; // who is asked next
    quint32 m_run = 0; // answers to what was asked before setKnown() tell nothing
};

} // namespace lockstep
