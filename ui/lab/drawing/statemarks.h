#pragma once

#include "core/lab/history/lanes.h"
#include "ui/widgets/marks.h"

#include <QBrush>
#include <QCoreApplication>
#include <QPixmap>

#include <array>
#include <map>
#include <tuple>
#include <vector>

namespace lockstep {

// How the states of a client lane look: each has a fill, a pattern, a glyph and a word.
class StateMarks
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::StateMarks)

public:
    using State = LaneSpan::State;
    // From the least to the most important.
    static constexpr std::array inOrder = {State::Outside, State::Waiting, State::Holding,
        State::Expired, State::TooMany, State::Paused, State::Crashed};

    // Its pattern and its glyph stand for a violation of any check.
    static constexpr State violation = State::TooMany;

    explicit StateMarks(const Colours &colours);

    [[nodiscard]] static QString word(State state); // "lock gone, still working"
    [[nodiscard]] QColor colour(State state) const;
    // The colour of text on the fill. On a pattern no text can be read.
    [[nodiscard]] QColor ink(State state) const;
    [[nodiscard]] static bool isPattern(State state);

    void fill(QPainter &painter, const QRectF &area, State state) const; // pattern alone
    // Boxes with their edges. Many are painted at once, because changing the brush costs more than
    // a box.
    void boxes(QPainter &painter, const std::vector<QRect> &areas, State state) const;
    // On a device with pixels the place is rounded to whole pixels.
    void glyph(QPainter &painter, const QRectF &area, State state, const QColor &colour) const;
    // The mark of a deletion, which is no state.
    void scissors(QPainter &painter, const QRectF &area, const QColor &colour) const;

    [[nodiscard]] const Colours &colours() const { return m_marks.colours(); }
    [[nodiscard]] const Marks &marks() const { return m_marks; }

private:
    // State, size and scale, colour.
    using Stamp = std::tuple<State, double, double, QRgb>;

    [[nodiscard]] const QBrush &tile(State state, double scale) const;
    void edges(QPainter &painter, const std::vector<QRect> &areas, State state) const;
    void drawGlyph(QPainter &painter, const QRectF &area, State state, const QColor &colour) const;

    Marks m_marks;
    mutable std::array<QBrush, 7> m_tiles;
    mutable std::map<Stamp, QPixmap> m_stamps; // glyphs, in the scale of the device
    mutable double m_tileScale = 0; // pixels of the device per pixel that m_tiles are made for
};

} // namespace lockstep
