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

    // For the widest of these lanes, up to a limit that a wide picture raises; only some of many
    // clients are measured. picture: its width.
    [[nodiscard]] double width(const std::vector<TimelineLane> &lanes, double picture) const;
    // top: y in the widget; right: where the lane itself begins.
    void paint(QPainter &painter, const TimelineLane &lane, double top, double right,
        const Colours &colours) const;
    // What paint() cuts, whole; empty: it cuts nothing. right: as there.
    [[nodiscard]] QString cutWords(const TimelineLane &lane, double right) const;

private:
    struct Texts
    {
        QString name;
        QString note;
    };

    [[nodiscard]] static QString roleWord(KeyRole role);
    // Whether clients hold something, so that what they believe may differ from what is so.
    [[nodiscard]] bool isAboutHolding() const;
    [[nodiscard]] Texts textsOf(const TimelineLane &lane) const;
    // In a lane of one row, and it has to be said.
    [[nodiscard]] bool isNoteBeside(const TimelineLane &lane) const;
    [[nodiscard]] bool hasTwoRows(const TimelineLane &lane) const;
    [[nodiscard]] const TextLayoutCache &nameFont(const TimelineLane &lane) const;
    [[nodiscard]] double leftMargin() const { return m_unit * 0.75; }
    [[nodiscard]] double noteGap() const { return m_unit * 0.3; } // between name and note
    [[nodiscard]] double roomUntil(double right) const; // of the texts

    const RoundTracks &m_tracks;
    const LaneFonts &m_fonts;
    const double m_unit;
};

} // namespace lockstep
