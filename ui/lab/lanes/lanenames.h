#pragma once

#include "ui/lab/drawing/textlayoutcache.h"
#include "ui/lab/drawing/timelinegeometry.h"
#include "ui/lab/tracks/roundtracks.h"

#include <QCoreApplication>

namespace lockstep {

struct Colours;

// Paints the column at the left of a timeline: the name of each lane, with a note on what it shows.
// Created for one paint event.
class LaneNames
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Timeline)

public:
    // unit: height of a line of text.
    LaneNames(const RoundTracks &tracks, const LaneFonts &fonts, double unit)
        : m_tracks(tracks)
        , m_fonts(fonts)
        , m_unit(unit)
    {
    }

    // The width that the widest name of these lanes needs, up to a limit that grows with the width
    // of the picture. If there are many clients, only some of their names are measured.
    [[nodiscard]] double width(const std::vector<TimelineLane> &lanes, double picture) const;
    // top: y in the widget; right: where the lane itself begins.
    void paint(QPainter &painter, const TimelineLane &lane, double top, double right,
        const Colours &colours) const;
    // The full texts if paint() has to cut them, for a tool tip; otherwise empty. right: as in
    // paint().
    [[nodiscard]] QString cutWords(const TimelineLane &lane, double right) const;

private:
    struct Texts
    {
        QString name;
        QString note;
    };

    [[nodiscard]] static QString roleWord(KeyRole role);
    // Whether the round is about clients that hold a lock, so that what they believe may be wrong.
    [[nodiscard]] bool isAboutHolding() const;
    [[nodiscard]] Texts textsOf(const TimelineLane &lane) const;
    // Whether the note stands beside the name, in a lane with one row, because it must not be left
    // out.
    [[nodiscard]] bool isNoteBeside(const TimelineLane &lane) const;
    [[nodiscard]] bool hasTwoRows(const TimelineLane &lane) const;
    [[nodiscard]] const TextLayoutCache &nameFont(const TimelineLane &lane) const;
    [[nodiscard]] double leftMargin() const { return m_unit * 0.75; }
    [[nodiscard]] double noteGap() const { return m_unit * 0.3; } // between name and note
    [[nodiscard]] double roomUntil(double right) const; // the width that is left for the texts

    const RoundTracks &m_tracks;
    const LaneFonts &m_fonts;
    const double m_unit;
};

} // namespace lockstep
