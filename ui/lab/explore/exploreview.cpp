#include "ui/lab/explore/exploreview.h"

#include "ui/lab/explore/interleavingmapview.h"
#include "ui/lab/verdict/checkslist.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/lab/words/explorationwords.h"
#include "ui/lab/words/runorigin.h"
#include "ui/text/wording.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace lockstep {

ExploreView::ExploreView(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_header(new VerdictHeader(theme, this))
    , m_body(new QWidget(this))
    , m_checks(new ChecksList(theme, m_body))
    , m_map(new InterleavingMapView(theme, m_body))
    , m_noMap(new QLabel(m_body))
{
    auto *body = new QHBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(m_checks, 1);
    body->addWidget(m_map, 1);
    body->addWidget(m_noMap, 1);
    m_noMap->setAlignment(Qt::AlignCenter);
    m_noMap->setWordWrap(true);
    m_noMap->setForegroundRole(QPalette::PlaceholderText);
    m_checks->setMinimumHeight(fontMetrics().height() * 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_body, 1);
    layout->addStretch(0);
    connect(m_checks, &ChecksList::checkChosen, this, [this](int check) {
        const auto &found = m_exploration->checks.at(std::size_t(check)).counterexample;
        if (found)
            Q_EMIT wayChosen(found->trace,
                QString::fromLatin1(
                    m_exploration->endedEarly() ? runOrigin::wayFound : runOrigin::shortestWay));
    });
    connect(m_map, &InterleavingMapView::wayChosen, this, [this](const Trace &trace) {
        Q_EMIT wayChosen(trace, QString::fromLatin1(runOrigin::map));
    });
    setNothing({}, {});
}

void ExploreView::setNothing(const QString &title, const QString &words)
{
    show(nullptr);
    m_header->setNothing(title, words);
}

void ExploreView::setProgress(const ExploreProgress &progress)
{
    if (m_exploration)
        show(nullptr);
    m_header->setProgress(tr("Exploring all interleavings…"), progressWords(progress));
}

void ExploreView::setExploration(const ExplorationPtr &exploration)
{
    show(exploration);
    m_header->setVerdict(verdictOf(*exploration), {});
}

void ExploreView::show(const ExplorationPtr &exploration)
{
    m_exploration = exploration;
    m_body->setVisible(exploration != nullptr);
    m_checks->setExploration(exploration);
    m_map->setExploration(exploration);
    m_map->setVisible(exploration && exploration->map);
    m_noMap->setVisible(exploration && !exploration->map);
    m_noMap->setText(tr("Too many states for a map: it shows up to %1.")
                         .arg(wording::number(ExploreOptions().mapLimit)));
}

void ExploreView::showTrace(const Trace &trace)
{
    m_map->showTrace(trace);
}

void ExploreView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_exploration) {
        m_header->setVerdict(verdictOf(*m_exploration), {});
        show(m_exploration);
    }
}

} // namespace lockstep
