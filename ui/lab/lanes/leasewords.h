#pragma once

#include "ui/lab/lanes/leaseshape.h"

namespace lockstep {

struct LeaseLevel;

// What is written and marked on the bar of one key span: who holds the lock, how much time is left,
// who deleted it. Lives for one paint.
class LeaseWords
{
public:
    LeaseWords(const LaneContext &context, const KeyTrack &track, const LeaseShape &shape,
        const QRectF &area, std::size_t place); // place: of the span among the track's

    void paint(double from, double until); // x of what is in view

private:
    [[nodiscard]] bool isSteps() const;
    [[nodiscard]] QString holder() const;
    void paintHolder(double from, double until);
    [[nodiscard]] double behindEdge(double left, double width, double end) const;
    // Whether another key span begins between them.
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
