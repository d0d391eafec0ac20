#pragma once

#include "core/lab/history/lanespans.h"
#include "ui/widgets/marks.h"

#include <QBrush>
#include <QCoreApplication>
#include <QPixmap>

#include <array>
#include <map>
#include <tuple>
#include <vector>

namespace lockstep {

// How the states of a client lane are painted: each has a fill or a pattern, a glyph and a word.
class StateMarks
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::StateMarks)

public:
    using State = LaneSpan::State;
    // All states, from the least to the most important.
    static constexpr std::array inOrder = {State::Outside, State::Waiting, State::Holding,
        State::Expired, State::TooMany, State::Paused, State::Crashed};

    // The state whose pattern and glyph also stand for a violation of any check.
    static constexpr State violation = State::TooMany;

    explicit StateMarks(const Colours &colours);

    [[nodiscard]] static QString word(State state); // "lock gone, still working"
    [[nodiscard]] QColor colour(State state) const;
    // The colour of text on the state's fill. Patterns need a plain background under the text.
    [[nodiscard]] QColor ink(State state) const;
    [[nodiscard]] static bool isPattern(State state);

    void fill(QPainter &painter, const QRectF &area, State state) const; // without edges
    // Paints boxes with their edges. Takes many at once, because changing the brush costs more than
    // painting a box.
    void boxes(QPainter &painter, const std::vector<QRect> &areas, State state) const;
    // Paints the glyph of the state. On a device with pixels its position is rounded to whole ones.
    void glyph(QPainter &painter, const QRectF &area, State state, const QColor &colour) const;
    // Paints the mark of a deletion. A deletion is an event and not one of the states.
    void scissors(QPainter &painter, const QRectF &area, const QColor &colour) const;

    [[nodiscard]] const Colours &colours() const { return m_marks.colours(); }
    [[nodiscard]] const Marks &marks() const { return m_marks; }

private:
    // The key of a cached glyph: state, size, scale of the device, colour.
    using Stamp = std::tuple<State, double, double, QRgb>;

    [[nodiscard]] const QBrush &tile(State state, double scale) const;
    void edges(QPainter &painter, const std::vector<QRect> &areas, State state) const;
    void drawGlyph(QPainter &painter, const QRectF &area, State state, const QColor &colour) const;

    Marks m_marks;
    mutable std::array<QBrush, 7> m_tiles;
    mutable std::map<Stamp, QPixmap> m_stamps; // glyphs, in the scale of the device
    mutable double m_tileScale = 0; // the device pixel ratio that m_tiles were made for
};

} // namespace lockstep
