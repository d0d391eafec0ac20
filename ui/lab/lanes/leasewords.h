#pragma once

#include "ui/lab/lanes/leaseshape.h"

namespace lockstep {

struct LeaseLevel;

// Paints the labels and marks on the bar of one key span: who holds the lock, how much time is
// left, who deleted it. Created for one paint event.
class LeaseWords
{
public:
    LeaseWords(const LaneContext &context, const KeyTrack &track, const LeaseShape &shape,
        const QRectF &area, std::size_t place); // place: index in track.keySpans

    void paint(double from, double until); // the range of x that is in view

private:
    [[nodiscard]] bool isSteps() const;
    [[nodiscard]] QString holder() const;
    void paintHolder(double from, double until);
    [[nodiscard]] double behindEdge(double left, double width, double end) const;
    // Whether the edge of a violation goes through this range of x.
    [[nodiscard]] bool isCrossed(double from, double until) const;
    void paintWords(QPointF foot, const QString &words);
    void paintTimeLeft(double from, double until, bool hasExpired);
    void paintLevels(bool hasExpired);
    void paintLevel(const LeaseLevel &level);
    bool paintExpired(Moment left);
    bool paintNumber(double from, double until, const QString &words);
    void paintDeleted(double x);
    void paintLost(double x);
    [[nodiscard]] double startOfNextKeySpan() const; // x

    const LaneContext &m_context;
    const KeyTrack &m_track;
    const LeaseShape &m_shape;
    const QRectF m_area;
    const std::size_t m_place;
    const KeySpan &m_keySpan;
    double m_holderEnd = 0; // x behind the holder's name, once paintHolder() has written it
};

} // namespace lockstep
