#pragma once

#include "core/watch/snapshot/snapshot.h"

namespace lockstep::sample {

// A format that only has words: for showing items, not for reading them.
FormatPtr format(Family family, const QString &library, const QString &kind);

Holder holder(const QByteArray &token, const QString &host = {}, const QString &process = {});

HoldHistoryPtr history(std::vector<Hold> holds); // oldest first
// A lease of that many seconds, renewed at two thirds of it, for the minute before now.
Item renewedLock(const QByteArray &key, Instant now, int leaseSeconds = 30);
// Held and not renewed; without leaseSeconds it never ends.
Item lock(const QByteArray &key, Instant now, std::optional<int> leaseSeconds);
// As the first reading shows it that finds the lock held, with a lease of 30 s that begins then.
// beginIsSeen: whether the acquisition was seen as well.
Item takenLock(const QByteArray &key, const QByteArray &token, const FormatPtr &format, Instant at,
    bool beginIsSeen);
// A lock that nobody holds any more: what a snapshot says of it once.
Item freedLock(const QByteArray &key, const FormatPtr &format, Instant at);
Item bucket(const QByteArray &key, Instant now, double used, std::optional<double> limit);
Item counter(const QByteArray &key, Instant now, double value);

// Sorted by key, as Watch gives them.
Snapshot snapshot(std::vector<Item> items, Instant now);
// A snapshot in which every family has items of every state, a binary key, a hostile key and some
// journal.
Snapshot everything(Instant now);
WatchStatus connectedStatus();
// A Cluster as Watch gives it: the nodes, and of all of them together the status. One of them
// answers, one is polled, one has gone, and one says that the Cluster is down. leftOut primaries
// more are not watched.
void makeCluster(Snapshot *snapshot, int leftOut = 0);

JournalEntry entry(JournalEntry::Kind kind, const QByteArray &key);

} // namespace lockstep::sample
