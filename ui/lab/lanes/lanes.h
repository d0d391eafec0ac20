#pragma once

// One function for each kind of lane, which paints it into the area `lane`. Lanes of keys are in
// locklane.cpp, datalane.cpp and valuelane.cpp, limiters and events in eventlane.cpp.

#include "ui/lab/drawing/lanecontext.h"

namespace lockstep {

// Paints what a client believes and does: its states as boxes, and its commands as dots, with their
// words where there is room.
void paintClientLane(const LaneContext &context, const ClientTrack &track, const QRectF &lane);
constexpr double commandDotRadius = 0.2; // of a client's commands, in lines of text
// The y of the dots of a client's commands. unit: height of a line of text.
double commandsMiddle(const QRectF &lane, double unit);

// Paints what the server knows about a lock's key: for each holder a bar that shrinks with the time
// left.
void paintLockLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane);

// Paints the successive values of a key that is neither a lock nor a number, each as a box.
void paintDataLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane);

// Marks, over the lane of a key, when its server is lost in a free run: it comes back without its
// keys, or its replica takes over.
void paintServerLoss(const LaneContext &context, quint32 node, const QRectF &lane);
// Paints what the replica of server 0 holds of a key, until it takes over.
void paintReplicaLane(const LaneContext &context, const ReplicaTrack &track, const QRectF &lane);

// Paints who listens to a channel, and which messages were published on it.
void paintChannelLane(const LaneContext &context, const ChannelTrack &track, const QRectF &lane);

// Paints a bar with the holder's name while most nodes agree on it. The lane stands below the
// narrow lanes of the key on each node.
void paintMajorityLane(const LaneContext &context, const MajorityTrack &track, const QRectF &lane);

// Paints a number over time as a step line, with its limit dashed. What is beyond the limit has the
// pattern of violations.
void paintCounterLane(const LaneContext &context, const KeyTrack &track, const QRectF &lane);
// Paints the keys of one pattern, each as a line, or only how many there are.
void paintFoldLane(const LaneContext &context, const KeyFold &fold, const QRectF &lane);
// Paints what clients have counted under one name, like a counter.
void paintCountLane(const LaneContext &context, const CountTrack &track, const QRectF &lane);

// Paints what a limiter admitted as filled ticks and what it refused as hollow ones, with a bracket
// on the window with the most admitted.
void paintLimiterLane(const LaneContext &context, const LimiterTrack &track, const QRectF &lane);

// Paints a small flag with the value of each event. A value that goes back is crossed out.
void paintEventLane(const LaneContext &context, const EventTrack &track, const QRectF &lane);

// Paints how many operations returned per second.
void paintThroughputLane(const LaneContext &context, const QRectF &lane);

} // namespace lockstep
