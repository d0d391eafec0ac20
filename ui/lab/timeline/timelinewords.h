#pragma once

#include <QPointF>
#include <QString>

namespace lockstep {

class TimelinePicture;

// The text of the tool tip at a point of a timeline; empty if there is none.
QString timelineWordsAt(const TimelinePicture &picture, QPointF position);
// Describes the round and what is at the cursor, for screen readers. The picture must have a round.
QString timelineSummary(const TimelinePicture &picture);

} // namespace lockstep
