#pragma once

#include "core/lab/history/run.h"

#include <QObject>

#include <thread>

namespace lockstep {

class LabPage;

// Makes violations of free runs into steps, as the page wishes for, one at a time, on a thread and
// servers of their own. Destroying it gives up what is under way.
class LabTracer : public QObject
{
    Q_OBJECT

public:
    // page: outlives this.
    explicit LabTracer(LabPage *page, QObject *parent = nullptr);

private:
    void start(const RunPtr &run, int check);

    LabPage *m_page;
    std::jthread m_thread; // stopped: nobody wishes for the steps any more
};

} // namespace lockstep
