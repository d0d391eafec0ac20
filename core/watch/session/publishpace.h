#pragma once

#include "core/watch/values/ttl.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace lockstep {

// Decides when a snapshot is published: soon after something is new, but no more often than its
// cost allows, and once a second in any case, because what is shown also depends on the time.
class PublishPace : public QObject
{
    Q_OBJECT

public:
    PublishPace(Milliseconds refresh, QObject *parent); // refresh: of WatchOptions

    void start();
    void ask(); // something is new: due() follows
    // Asks for due() at that moment, instead of the moment that was given before; nothing for none.
    void askAt(std::optional<Instant> moment);
    void note(Instant begun, Instant::duration cost); // call it after each publication

Q_SIGNALS:
    void due();

private:
    Milliseconds m_shortest;
    Milliseconds m_every; // the present interval
    Instant m_last{};
    Instant::duration m_lastCost{};
    QTimer m_due;
    QTimer m_later; // see askAt()
    QTimer m_eachSecond;
};

} // namespace lockstep
