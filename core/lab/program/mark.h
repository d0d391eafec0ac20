#pragma once

#include <QByteArray>

namespace lockstep {

// What a program tells about itself; invisible to Redis.
struct Mark
{
    enum class Kind : quint8 { Enter, Leave, Count, Event };

    Kind kind = Kind::Event;
    int process = 0;
    int thread = 0;
    int line = 0;
    bool isAfterChoice = false; // random() was called since the last reply
    QByteArray name;
    qint64 value = 0; // Count: by how much; Event: its number, 0 without one
    QByteArray text; // Event: its value as written, where it is no number
};

} // namespace lockstep
