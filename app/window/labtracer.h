#pragma once

#include "core/lab/history/run.h"

#include <QObject>

#include <atomic>
#include <thread>

namespace lockstep {

class LabPage;

// Makes violations of free runs into steps, as the page wishes for, one at a time, on a thread and
// servers of their own.
class LabTracer : public QObject
{
    Q_OBJECT

public:
    // page: outlives this.
    explicit LabTracer(LabPage *page, QObject *parent = nullptr);
    ~LabTracer() override; // what is under way is given up

private:
    void start(const RunPtr &run, int check);

    LabPage *m_page;
    std::thread m_thread;
    std::atomic<bool> m_goOn = true;
};

} // namespace lockstep
