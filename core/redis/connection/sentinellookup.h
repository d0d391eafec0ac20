#pragma once

#include "core/redis/connection/sentinellink.h"

#include <QTimer>

#include <memory>
#include <vector>

namespace lockstep {

// Finds out from the Sentinels of a group where their primary is, and when that changes. All are
// asked at once. The answer of the highest epoch counts, because only the Sentinel that led a
// failover knows of it for the first seconds, and one that was cut off from the others may name a
// primary of long ago. Of answers of one epoch, or of none, that of most Sentinels counts.
class SentinelLookup : public QObject
{
    Q_OBJECT

public:
    enum class Subscribe {
        ToOne, // enough while the primary answers, because its loss is noticed without them
        ToAll, // so that the first word of another primary is heard, whoever says it
    };

    SentinelLookup(Endpoint group, Subscribe subscribe);
    ~SentinelLookup() override;

    void start();

Q_SIGNALS:
    void found(const lockstep::HostPort &primary); // first, and each time that it is another one
    void failed(const lockstep::Error &error); // NoSentinel, PrimaryUnknown; only before found()

private:
    struct Votes
    {
        const SentinelLink *chosen = nullptr; // one of those whose answer counts
        size_t agreed = 0; // Sentinels with its answer
        size_t missing = 0; // Sentinels without answer or error so far
    };

    void ask();
    [[nodiscard]] Votes votes() const;
    void look();
    void decide();
    void conclude(const HostPort &primary);
    [[nodiscard]] Error failureOfAll() const;

    const Endpoint m_group;
    const Subscribe m_subscribe;
    std::vector<std::unique_ptr<SentinelLink>> m_links;
    std::optional<HostPort> m_primary;
    QTimer m_patience; // ends the wait for Sentinels that do not answer
    QTimer m_again; // asks all again when the last one that would report changes is lost
};

} // namespace lockstep
