#pragma once

#include "stepsample.h"
#include "ui/lab/interleavingmap.h"
#include "ui/lab/labbar.h"
#include "ui/lab/labpage.h"
#include "ui/lab/steppedruns.h"
#include "ui/lab/stepping.h"
#include "ui/theme.h"

#include <memory>

namespace lockstep::sample {

// For tests of stepping and exploring: a Lab page on the screen, on stock-read-then-write, whose
// steps are made by hand.
class ShownLab
{
protected:
    // A new page. False: it does not come up.
    [[nodiscard]] bool show();

    [[nodiscard]] Stepping *stepping() const { return m_page->stepping(); }
    [[nodiscard]] SteppedRuns *runs() const { return stepping()->runs(); }
    [[nodiscard]] InterleavingMap *map() const;
    void press(LabBar::Verb verb) const;
    void finish() const; // the exploration with the form's settings

    Theme m_theme{qApp};
    std::unique_ptr<LabPage> m_page;
    std::unique_ptr<Answers> m_answers;
};

} // namespace lockstep::sample
