#pragma once

#include "core/lab/explore/exploresession.h"

namespace lockstep {

class StepController;

// Explores what the page wishes for, one scenario at a time.
class LabExplorer : public QObject
{
    Q_OBJECT

public:
    // stepping: outlives this.
    explicit LabExplorer(StepController *stepping, QObject *parent = nullptr);

private:
    ExploreSession m_thread;
};

} // namespace lockstep
