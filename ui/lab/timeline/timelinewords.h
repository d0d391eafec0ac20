#pragma once

#include <QPointF>
#include <QString>

namespace lockstep {

class TimelinePicture;

// What a timeline says to those who hover over a point of it; empty: nothing.
QString timelineWordsAt(const TimelinePicture &picture, QPointF position);
// The round in words, and what is at the cursor: for screen readers. There is a round.
QString timelineSummary(const TimelinePicture &picture);

} // namespace lockstep
