#pragma once

#include "ui/lab/drawing/lanecontext.h"

#include <vector>

namespace lockstep {

// Where the rows of a client's lane are. A roomy lane has two of them in its boxes: commands above,
// the state's word below. A tight one has a row for the word, and the commands as ticks at its
// foot.
struct ClientRows
{
    ClientRows(const QRectF &lane, double unit);

    QRectF lane;
    QRectF boxes; // of the states
    bool isRoomy = false;

    [[nodiscard]] double commandsMiddle() const; // y of the row of the commands
    [[nodiscard]] double wordsMiddle() const; // y of the row of the states' words
};

// What the states of a client leave to its commands.
struct RoomBesideStates
{
    // From x to x in the row of the states' words.
    struct Taken
    {
        double from, until;
    };

    std::vector<Taken> taken; // by a glyph or a word
    bool hasBoxes = false; // the client was in other states than outside
    bool isDense = false; // states are a density bar
};

// The commands of a client, as dots with their words where there is room for them. Dots closer than
// a few pixels become ticks, and ticks closer than a pixel one strip.
void paintClientCommands(const LaneContext &context, const ClientTrack &track,
    const ClientRows &rows, const RoomBesideStates &room);

} // namespace lockstep
