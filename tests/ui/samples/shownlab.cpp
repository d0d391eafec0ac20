#include "shownlab.h"

#include "labsample.h"
#include "ui/lab/explore/exploreview.h"
#include "ui/lab/settings/exploreform.h"

#include <QAction>
#include <QTest>

namespace lockstep::sample {

bool ShownLab::show()
{
    m_answers.reset();
    m_page = std::make_unique<LabPage>(&m_theme);
    m_answers = std::make_unique<Answers>(runs());
    m_page->resize(1216, 640);
    m_page->setScenarios(scenarios());
    if (!m_page->choose(QStringLiteral("stock-read-then-write")))
        return false;
    m_page->show();
    m_page->activateWindow();
    return QTest::qWaitForWindowActive(m_page.get());
}

InterleavingMapView *ShownLab::map() const
{
    return stepController()->view()->map();
}

void ShownLab::press(LabBar::Action which) const
{
    m_page->bar()->action(which)->trigger();
}

void ShownLab::finish() const
{
    stepController()->setExploration(
        oversold(m_page->scenario(), stepController()->form()->options()));
}

} // namespace lockstep::sample
