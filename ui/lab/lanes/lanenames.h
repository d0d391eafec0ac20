#pragma once

#include "ui/lab/drawing/textlayoutcache.h"
#include "ui/lab/drawing/timelinegeometry.h"
#include "ui/lab/tracks/roundtracks.h"

#include <QCoreApplication>

namespace lockstep {

struct Colours;

// The column at the left of a timeline: what each lane is called, with a note on what it shows.
// Lives for one paint.
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

    // For the widest of these lanes, up to a limit; only some of many clients are measured.
    [[nodiscard]] double width(const std::vector<TimelineLane> &lanes) const;
    // top: y in the widget; right: where the lane itself begins.
    void paint(QPainter &painter, const TimelineLane &lane, double top, double right,
        const Colours &colours) const;

private:
    struct Texts
    {
        QString name;
        QString note;
    };

    [[nodiscard]] static QString roleWord(KeyRole role);
    [[nodiscard]] Texts textsOf(const TimelineLane &lane) const;
    // In a lane of one row, and it has to be said.
    [[nodiscard]] bool isNoteBeside(const TimelineLane &lane) const;

    const RoundTracks &m_tracks;
    const LaneFonts &m_fonts;
    const double m_unit;
};

} // namespace lockstep
