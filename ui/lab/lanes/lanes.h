#pragma once

// How each kind of lane is painted: the lanes of keys in locklane.cpp, datalane.cpp and
// valuelane.cpp, each other in a file of its name. lane: its area.

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// What a client believes and does: boxes of its states, its commands as dots with their words where
// there is room for them.
void paintClientLane(const LaneContext &context, const ClientTrack &track, const QRectF &lane);
// The y of the dots of its commands.
double commandsMiddle(const QRectF &lane, double unit);

// What the server knows about a lock's key: a bar that shrinks with the time left, from one holder
// to the next.
void paintLockLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane);

// The values of any other key, one after the other.
void paintDataLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane);

// When the server of a key is lost in a free run: it comes back without its keys, or its replica
// takes over. Over the lane of the key.
void paintServerLoss(const LaneContext &context, quint32 node, const QRectF &lane);
// What the replica of server 0 holds of a key, until it takes over.
void paintReplicaLane(const LaneContext &context, const ReplicaTrack &track, const QRectF &lane);

// Who listens to a channel, and what was published on it: to whom, or to nobody.
void paintChannelLane(const LaneContext &context, const ChannelTrack &track, const QRectF &lane);

// Below the narrow lanes of a key's nodes: a bar with the holder's name while most of them agree.
void paintMajorityLane(const LaneContext &context, const MajorityTrack &track, const QRectF &lane);

// A number over time as a step line, its limit dashed and what is beyond it in the pattern of
// violations: counters, counts.
void paintCounterLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane);
// Keys of one pattern, one by one or by their number.
void paintFoldLane(const LaneContext &context, const KeyFold &fold, const QRectF &lane);
void paintCountLane(const LaneContext &context, const CountTrack &track, const QRectF &lane);

// Filled ticks admitted, hollow ones refused, a bracket on the window with the most admitted.
void paintLimiterLane(const LaneContext &context, const LimiterTrack &track, const QRectF &lane);

// A small flag with the value of each event; one that goes back is crossed out.
void paintEventLane(const LaneContext &context, const EventTrack &track, const QRectF &lane);

// How many operations returned per second.
void paintThroughputLane(const LaneContext &context, const QRectF &lane);

} // namespace lockstep
