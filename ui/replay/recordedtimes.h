#pragma once

#include <QtGlobal>

#include <vector>

namespace lockstep {

// What a recording covers, in milliseconds since 1970, UTC.
struct RecordedTimes
{
    struct Unknown
    {
        qint64 from = 0;
        qint64 to = 0;
        bool isRecorded = false; // the recorder ran and saw nothing; else it did not run
    };
    qint64 from = 0;
    qint64 to = 0;
    std::vector<Unknown> unknown; // sorted by their begin
};

} // namespace lockstep
