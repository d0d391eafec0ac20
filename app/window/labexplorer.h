#pragma once

#include "core/lab/explore/explorethread.h"

namespace lockstep {

class Stepping;

// Explores what the page wishes for, one scenario at a time.
class LabExplorer : public QObject
{
    Q_OBJECT

public:
    // stepping: outlives this.
    explicit LabExplorer(Stepping *stepping, QObject *parent = nullptr);

private:
    ExploreThread m_thread;
};

} // namespace lockstep
