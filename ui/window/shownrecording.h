#pragma once

#include <QString>

namespace lockstep {

// What the Record button shows.
struct ShownRecording
{
    enum class Stage : quint8 { None, Running, Finishing };
    Stage stage = Stage::None;
    QString detail; // how long and how much is recorded
    QString explanation; // the tool tip; of Stage::None the button has one of its own
};

} // namespace lockstep
