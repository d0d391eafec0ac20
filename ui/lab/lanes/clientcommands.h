#pragma once

#include "ui/lab/drawing/lanecontext.h"

#include <vector>

namespace lockstep {

// The positions of the rows in a client's lane. A roomy lane has two rows inside the boxes of its
// states: commands above, the label of the state below. A tight lane has one row for the label, and
// shows commands as ticks at its bottom.
struct ClientRows
{
    ClientRows(const QRectF &lane, double unit);

    QRectF lane;
    QRectF boxes; // the area for the boxes of the states
    bool isRoomy = false;

    [[nodiscard]] double commandsMiddle() const; // y of the row of the commands
    [[nodiscard]] double wordsMiddle() const; // y of the row of the states' words
};

// The room that the states of a client leave for the labels of its commands.
struct RoomBesideStates
{
    // A range of x in the row of the states' labels.
    struct Taken
    {
        double from, until;
    };

    std::vector<Taken> taken; // by a glyph or a label of a state
    bool hasBoxes = false; // whether the client was in any state other than outside
    bool isDense = false; // whether the states are painted as a density bar
};

// Paints the commands of a client as dots, with their labels where there is room. Dots closer than
// a few pixels become ticks, and ticks closer than a pixel one strip.
void paintClientCommands(const LaneContext &context, const ClientTrack &track,
    const ClientRows &rows, const RoomBesideStates &room);

} // namespace lockstep
