#pragma once

#include "core/redis/connection/sentinellink.h"

#include <QTimer>

#include <memory>
#include <vector>

namespace lockstep {

// Where the Sentinels of a group say that their primary is, and when that changes. All are asked at
// once. What most of those that answer say counts, because one that was cut off from the others may
// name a primary of long ago.
class SentinelLookup : public QObject
{
    Q_OBJECT

public:
    explicit SentinelLookup(Endpoint group);
    ~SentinelLookup() override;

    void start();

Q_SIGNALS:
    void found(const lockstep::HostPort &primary); // first, and each time that it is another one
    void failed(const lockstep::Error &error); // NoSentinel, PrimaryUnknown; only before found()

private:
    struct Votes
    {
        const SentinelLink *chosen = nullptr; // one of those that agree with the most others
        size_t most = 0;
        size_t missing = 0; // neither answer nor error
    };

    void ask();
    [[nodiscard]] Votes votes() const;
    void look();
    void decide();
    void conclude(const HostPort &primary);
    [[nodiscard]] Error failureOfAll() const;

    const Endpoint m_group;
    std::vector<std::unique_ptr<SentinelLink>> m_links;
    std::optional<HostPort> m_primary;
    QTimer m_patience; // for those that do not answer
    QTimer m_again; // nobody is left who would tell of a change
};

} // namespace lockstep
