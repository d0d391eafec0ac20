#pragma once

#include "core/redis/values/endpoint.h"
#include "core/watch/formats/catalogue.h"
#include "core/watch/link/clientlist.h"
#include "core/watch/link/serverbudget.h"
#include "core/watch/snapshot/snapshot.h"

#include <QObject>

#include <memory>

namespace lockstep {

struct WatchOptions
{
    QByteArray prefix; // only keys that begin with it; empty: all
    // Changes are gathered for so long before they are read. Together with reading and publishing
    // that brings what is written into a snapshot within a frame of 16 ms.
    Milliseconds refresh{14};
    Milliseconds inventoryEvery{30'000}; // a slow pass that heals what was missed
    // The part of the server's time that the inventory, the first looks at keys, and readings that
    // no announcement asked for take at most, all together; where the looks at new keys alone take
    // it, the others have half as much again (see ServerBudget). 1: no pacing.
    double serverTimeShare = ServerBudget::usualShare;
    // Rather miss holds than add more than a tenth to the commands of a server that is busy; see
    // ReadPace.
    bool locksMayRest = false;
    int mostClients = 5'000; // connections to the server, past which they are not listed
    // Announced names a second that lead to nothing, past which the feed of new keys is narrowed.
    // It is narrowed earlier on a server that does little for others, see FeedBudget.
    int feedBudget = 2'000;
    Milliseconds widenEvery{300'000}; // the narrowed feed is tried as a whole again
    std::size_t mostObjects = 1'000'000; // that are watched; see ItemStore
    Milliseconds commandTimeout{5'000}; // no answer for so long: the connection is given up
    Milliseconds heartbeat{
        2'000}; // between two questions to the server itself, see ServerHeartbeat
    // Where a password is missing or refused, the same is tried again after that, and then later
    // and later, up to 20 times as long: an administrator may have changed it.
    Milliseconds signInPause{30'000};
};

// Watches one server, read-only: whatever it sends passes one allow-list (allowlist.h). Works on a
// thread of its own, which ends in the background after the destructor: nobody waits for a disk or
// a server. All members are called on the thread the object lives on.
class Watch : public QObject
{
    Q_OBJECT

public:
    Watch(Endpoint endpoint, std::shared_ptr<const Catalogue> catalogue, WatchOptions options = {},
        QObject *parent = nullptr);
    ~Watch() override;

    void start();

    // The latest state; its journal holds the entries since the last take(). Cheap.
    [[nodiscard]] Snapshot take();

    // Reads the list of all connections once, and tells it by clientsListed(). Where the watch has
    // not begun nothing comes.
    void listClients();
    // Other rules (Catalogue::withRules) hold from now on. Objects that they say nothing new of are
    // neither read again nor forgotten.
    void setCatalogue(std::shared_ptr<const Catalogue> catalogue);

    // Tries to connect at once where an attempt is waited for; otherwise nothing.
    void retry();
    // Tries again with these, after a wrong password. What was seen so far stays known.
    void setCredentials(const QByteArray &user, const QByteArray &password);

Q_SIGNALS:
    // There is something new to take(). Not emitted again until it was taken: a slow taker gets
    // fewer, not a queue.
    void updated();
    // The first inventory pass and all reads that follow from it are done.
    void inventoryFinished();
    void clientsListed(const lockstep::ClientList &list);

private:
    struct Shared;
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
