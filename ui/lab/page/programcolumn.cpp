#include "ui/lab/page/programcolumn.h"

#include "core/lab/program/serverscript.h"
#include "ui/lab/lesson/lessonview.h"
#include "ui/lab/program/editrow.h"
#include "ui/lab/program/findrow.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/program/scriptsview.h"
#include "ui/lab/program/variablesrow.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/quiettabs.h"

#include <QEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockstep {

ProgramColumn::ProgramColumn(
    const Theme *theme, const ShownScenario *shown, const ModeParts &parts, QWidget *parent)
    : QuietSplitter(Qt::Vertical, parent)
    , m_tabs(new QuietTabs(theme))
    , m_texts(new QStackedWidget)
    , m_program(new ProgramView(theme))
    , m_variables(new VariablesRow(theme))
    , m_find(new FindRow(theme, m_program))
    , m_editRow(new EditRow(theme))
    , m_lesson(new LessonView(theme, shown))
    , m_scripts(new ScriptsView(theme))
    , m_nextPanel(new lockstep::Panel(theme, tr("Next")))
    , m_settingsPanel(new lockstep::Panel(theme, tr("Settings")))
    , m_settings(new QStackedWidget)
{
    setObjectName(QStringLiteral("programParts"));
    auto *textPanel = new lockstep::Panel(theme, {});
    textPanel->setContent(makeTexts());
    m_settings->addWidget(parts.runSettings);
    m_settings->addWidget(parts.stepSettings);
    m_settingsPanel->setContent(m_settings);
    m_nextPanel->setContent(parts.nextSteps);
    for (lockstep::Panel *panel : {textPanel, m_nextPanel, m_settingsPanel})
        addWidget(panel);
    setStretchFactor(0, 3);
    setStretchFactor(1, 1);
    setStretchFactor(2, 2);
    setSizes({290, 160, 240});
    connect(m_tabs, &QTabBar::currentChanged, m_texts, &QStackedWidget::setCurrentIndex);
    connect(m_program, &ProgramView::scriptChosen, this, [this](const QString &name) {
        if (m_scripts->show(name))
            m_tabs->setCurrentIndex(m_texts->indexOf(m_scripts));
    });
    m_nextPanel->hide();
    retranslate();
}

// Makes the program with two rows below it: what its clients hold at the cursor, and the state of
// editing.
QWidget *ProgramColumn::makeListing()
{
    auto *listing = new QWidget;
    auto *layout = new QVBoxLayout(listing);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_program->setObjectName(QStringLiteral("program"));
    layout->addWidget(m_program, 1);
    layout->addWidget(m_variables);
    layout->addWidget(m_find);
    layout->addWidget(m_editRow);
    return listing;
}

QWidget *ProgramColumn::makeTexts()
{
    m_listing = makeListing();
    for (QWidget *text :
        {m_listing, static_cast<QWidget *>(m_lesson), static_cast<QWidget *>(m_scripts)}) {
        m_tabs->addTab({});
        m_texts->addWidget(text);
    }
    m_tabs->setObjectName(QStringLiteral("programTabs"));
    m_lesson->setObjectName(QStringLiteral("lesson"));
    auto *texts = new QWidget;
    auto *layout = new QVBoxLayout(texts);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tabs);
    layout->addWidget(m_texts, 1);
    return texts;
}

void ProgramColumn::setMode(LabMode mode)
{
    m_mode = mode;
    m_settings->setCurrentIndex(mode == LabMode::Run ? 0 : 1);
    showPanels();
}

void ProgramColumn::setPresenting(bool on)
{
    m_isPresenting = on;
    showPanels();
}

void ProgramColumn::showPanels()
{
    m_settingsPanel->setVisible(!m_isPresenting);
    m_nextPanel->setVisible(m_mode == LabMode::Step && !m_isPresenting);
}

void ProgramColumn::setScriptsOf(const ScenarioPtr &scenario)
{
    m_scripts->setScripts(scenario ? scriptsNamedBy(*scenario) : std::vector<NamedScript>());
    m_program->setScripts(m_scripts->names());
    const int tab = m_texts->indexOf(m_scripts);
    const bool areThere = !m_scripts->names().isEmpty();
    if (!areThere && m_tabs->currentIndex() == tab)
        showProgram();
    m_tabs->setTabVisible(tab, areThere);
}

void ProgramColumn::showProgram()
{
    m_tabs->setCurrentIndex(m_texts->indexOf(m_listing));
}

bool ProgramColumn::openSearch()
{
    if (!m_program->hasFocus() && !m_find->isAncestorOf(window()->focusWidget()))
        return false;
    m_find->open();
    return true;
}

void ProgramColumn::changeEvent(QEvent *event)
{
    QuietSplitter::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ProgramColumn::retranslate()
{
    m_tabs->setTabText(0, tr("Program"));
    m_tabs->setTabText(1, tr("Lesson"));
    m_tabs->setTabText(2, tr("Scripts"));
    m_tabs->setTabToolTip(2, tr("The server scripts that this program calls"));
    m_tabs->setAccessibleName(tr("Program, lesson or scripts"));
    m_program->setAccessibleName(tr("Program"));
    m_settingsPanel->setTitle(tr("Settings"));
    m_nextPanel->setTitle(tr("Next"));
}

} // namespace lockstep
