#pragma once

#include "core/redis/connection/sentinellink.h"

#include <QTimer>

#include <memory>
#include <vector>

namespace lockstep {

// Finds out from the Sentinels of a group where their primary is, and when that changes. All are
// asked at once. The answer of the highest epoch counts, because only the Sentinel that led a
// failover knows of it for the first seconds, and one that was cut off from the others may name a
// primary of long ago. Of answers of one epoch, or where one of them is without, that of most
// Sentinels counts.
class SentinelLookup : public QObject
{
    Q_OBJECT

public:
    // Who is listened to once the primary is known. A Sentinel that was lost is asked again.
    enum class Subscribe {
        ToOne, // of those whose answer counts; enough for a while
        ToAll, // so that another primary is heard of, also if that one is cut off or stands still
    };

    SentinelLookup(Endpoint group, Subscribe subscribe);
    ~SentinelLookup() override;

    // Asks all, whatever they said before: found() or failed() follows.
    void ask();
    void stop();

    // As they say now. Nothing while they are asked, or if none of them tells.
    [[nodiscard]] const std::optional<HostPort> &primary() const { return m_primary; }
    // The refusal of one that names the primary and may not be asked for its epoch.
    [[nodiscard]] std::optional<Error> epochRefusal() const;

Q_SIGNALS:
    void found(const lockstep::HostPort &primary); // when asked, and each time that it is another
    void failed(const lockstep::Error &error); // NoSentinel, PrimaryUnknown; only when asked

private:
    struct Votes
    {
        const SentinelLink *chosen = nullptr; // one of those whose answer counts
        size_t agreed = 0; // Sentinels with its answer
        size_t missing = 0; // Sentinels without answer or error so far
    };

    void start(std::unique_ptr<SentinelLink> &link, const HostPort &sentinel);
    void askAgain();
    [[nodiscard]] Votes votes() const;
    void look();
    void decide();
    void follow();
    [[nodiscard]] Error failureOfAll() const;

    const Endpoint m_group;
    const Subscribe m_subscribe;
    std::vector<std::unique_ptr<SentinelLink>> m_links;
    std::optional<HostPort> m_primary;
    QTimer m_patience; // ends the wait for Sentinels that do not answer
    QTimer m_again; // until those that were lost are asked again
};

} // namespace lockstep
