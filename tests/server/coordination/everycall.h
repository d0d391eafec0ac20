#pragma once

#include "core/redis/connection/connection.h"

#include <QCoroTask>

#include <functional>
#include <vector>

namespace lockstep {

// Every operation of core/coordination, so that what must hold for all of them is tested for all.
struct EveryCall
{
    using Task = QCoro::Task<Result<bool>>; // granted, changed, accepted; for numbers: not 0

    const char *name;
    std::function<Task(Connection *, const QByteArray &key)> call;
    // Comes before it, so that there is something to do; by a connection that works.
    std::function<Task(Connection *, const QByteArray &key)> prepare = nullptr;

    enum Trait : quint8 { None = 0, Writes = 1, Script = 2, NeedsMemory = 4, StaysForEver = 8 };
    int traits = None;
    // How many are sent where the server does not know the script; one less where it does.
    int requests = 1;

    [[nodiscard]] bool is(Trait trait) const { return (traits & trait) != 0; }
};

// Counts on the key itself, but for the daily counter, which appends the date.
const std::vector<EveryCall> &everyCall();

} // namespace lockstep
