// Hides everything in the shown part of the page that does not belong into the picture, and
// restores it in the destructor.

#include "ui/lab/page/labslide.h"

#include "ui/lab/explore/exploreview.h"
#include "ui/lab/explore/interleavingmapview.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/run/runpane.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/verdict/checkslist.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/lab/words/parameterwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class LabSlideWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::LabSlide)
};

QString lineOf(const Scenario &scenario, const Settings &settings)
{
    const QString language = wording::language();
    const QString values = settingsWords(scenario, settings, language);
    const QString title = scenarioTitle(scenario, language);
    return values.isEmpty() ? title : title + QStringLiteral(" · ") + values;
}

} // namespace

Result<std::unique_ptr<LabSlide>> LabSlide::make(const LabPage &page, LabPart part)
{
    const StepController *stepping = page.stepController();
    const LabMode mode = page.bar()->mode();
    std::unique_ptr<LabSlide> slide;
    if (part == LabPart::Map) {
        const ExplorationPtr found = mode == LabMode::Explore ? stepping->exploration() : nullptr;
        if (!found || !found->map)
            return failure(ErrorCode::BadInput,
                LabSlideWords::tr(
                    "There is no map: explore first, within bounds that are small enough."));
        ExploreView *view = stepping->view();
        slide.reset(
            new LabSlide(view, view->header(), lineOf(*found->scenario, found->options.settings)));
        slide->hide(view->findChild<ChecksList *>());
    } else if (mode == LabMode::Run) {
        RunPane *pane = page.freeRuns()->pane();
        if (!pane->run())
            return failure(
                ErrorCode::BadInput, LabSlideWords::tr("There is no run to be drawn yet."));
        slide.reset(new LabSlide(
            pane, pane->header(), lineOf(*pane->run()->scenario, pane->run()->options.settings)));
        slide->hide(part == LabPart::Table ? pane->timeline() : pane->tablePart());
    } else {
        SteppedPane *pane = stepping->tabs()->pane();
        if (!pane->run() || !stepping->showsSteps())
            return failure(
                ErrorCode::BadInput, LabSlideWords::tr("There are no steps to be drawn yet."));
        slide.reset(new LabSlide(
            pane, pane->header(), lineOf(*pane->run()->scenario, pane->run()->options.settings)));
        pane->showAlone(
            part == LabPart::Table ? SteppedPane::Part::Table : SteppedPane::Part::Timeline);
        slide->m_steps = pane;
    }
    return slide;
}

LabSlide::LabSlide(QWidget *picture, VerdictHeader *header, const QString &line)
    : m_picture(picture)
    , m_header(header)
    , m_note(header->note())
{
    QWidget *focus = picture->window()->focusWidget();
    if (focus && focus->hasFocus() && picture->isAncestorOf(focus)) {
        m_focus = focus;
        focus->clearFocus();
    }
    header->setNote(m_note.isEmpty() ? line : line + u'\n' + m_note);
}

LabSlide::~LabSlide()
{
    if (m_steps)
        m_steps->showAlone({});
    m_header->setNote(m_note);
    for (const QPointer<QWidget> &each : m_hidden) {
        if (each)
            each->show();
    }
    if (m_focus)
        m_focus->setFocus();
}

void LabSlide::hide(QWidget *part)
{
    if (!part || part->isHidden())
        return;
    part->hide();
    m_hidden.emplace_back(part);
}

} // namespace lockstep
