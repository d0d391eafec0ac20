#pragma once

#include "core/lab/history/run.h"

#include <QObject>

#include <thread>

namespace lockstep {

class TraceOpening;

// Turns violations of free runs into steps when the Lab page asks for them, one at a time, on a
// thread and servers of its own. The destructor cancels the one that is under way.
class LabTracer : public QObject
{
    Q_OBJECT

public:
    // traces must outlive this.
    explicit LabTracer(TraceOpening *traces, QObject *parent = nullptr);

private:
    void start(const RunPtr &run, int check);

    TraceOpening *m_traces;
    std::jthread m_thread; // stopped when nobody wants the steps any more
};

} // namespace lockstep
