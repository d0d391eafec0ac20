#pragma once

#include "stepsample.h"
#include "ui/lab/explore/interleavingmapview.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steptabs.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <memory>

namespace lockstep::sample {

// For tests of stepping and exploring: a Lab page on the screen, on stock-read-then-write, whose
// steps are made by hand.
class ShownLab
{
protected:
    // A new page. False: it does not come up.
    [[nodiscard]] bool show();

    [[nodiscard]] StepController *stepController() const { return m_page->stepController(); }
    [[nodiscard]] SteppedRuns *runs() const { return stepController()->runs(); }
    [[nodiscard]] StepTabs *tabs() const { return stepController()->tabs(); }
    [[nodiscard]] InterleavingMapView *map() const;
    void press(LabBar::Action which) const;
    void finish() const; // the exploration with the form's settings

    Theme m_theme{qApp};
    std::unique_ptr<LabPage> m_page;
    std::unique_ptr<Answers> m_answers;
};

} // namespace lockstep::sample
