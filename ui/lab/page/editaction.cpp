#include "ui/lab/page/editaction.h"

#include "core/lab/loader/scenariocopy.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/programcolumn.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/scenarios/shownscenario.h"
#include "ui/text/wording.h"

#include <QAction>

#include <utility>

namespace lockstep {

EditAction::EditAction(LabBar *bar, const ShownScenario *shown, ProgramColumn *column,
    ScenarioEditing *editing, QObject *parent)
    : QObject(parent)
    , m_bar(bar)
    , m_shown(shown)
    , m_column(column)
    , m_editing(editing)
{
    connectParts();
}

void EditAction::connectParts()
{
    ProgramView *program = m_column->program();
    connect(m_bar->action(LabBar::Action::Edit), &QAction::triggered, this, &EditAction::trigger);
    connect(program, &ProgramView::editingEnded, m_editing, &ScenarioEditing::end);
    // Queued, because a page that is being destroyed loses the focus as well.
    connect(
        program, &ProgramView::focusLost, this, [this] { m_editing->apply(); },
        Qt::QueuedConnection);
    connect(m_editing, &ScenarioEditing::begun, this, &EditAction::changed);
    connect(m_editing, &ScenarioEditing::ended, this, [this, program] {
        const ScenarioEntry *shown = m_shown->entry();
        if (shown && shown->source != program->source())
            program->setSource(shown->source); // the text was saved to another file
        Q_EMIT changed();
    });
    connect(m_editing, &ScenarioEditing::failed, this,
        [this](const QString &sentence) { Q_EMIT told([sentence] { return sentence; }); });
    connect(m_editing, &ScenarioEditing::kept, this, [this](const QString &path, bool isOpened) {
        m_kept = path;
        if (!isOpened)
            noteOpened(path);
    });
}

void EditAction::noteOpened(const QString &path)
{
    if (path == std::exchange(m_toEdit, QString()))
        begin();
    if (path == std::exchange(m_kept, QString()))
        Q_EMIT told([path] {
            return tr("What you wrote was saved as a copy: %1")
                .arg(wording::key(path.toUtf8(), 200));
        });
}

void EditAction::trigger()
{
    const ScenarioEntry *shown = m_shown->entry();
    if (m_editing->isEditing())
        return void(m_editing->end());
    if (!shown || !m_editing->isPossible())
        return;
    if (shown->isOwn)
        return begin();
    if (shown->scenario)
        m_toEdit = m_editing->makeCopy(*shown->scenario);
}

void EditAction::begin()
{
    const ScenarioEntry *shown = m_shown->entry();
    if (!shown || !shown->isOwn)
        return;
    const auto copy = copyNumberOf(shown->source);
    const ScenarioEntry *original = copy ? m_shown->scenarios().byId(copy->original) : nullptr;
    m_bar->action(LabBar::Action::ShowProgram)->setChecked(true);
    m_column->showProgram();
    m_editing->begin({shown->path, shown->scenario, shown->source, shown->mistake},
        original && !original->isOwn ? original->scenario : nullptr);
    if (m_editing->isEditing())
        m_column->program()->setFocus(Qt::ShortcutFocusReason);
}

void EditAction::update()
{
    const ScenarioEntry *shown = m_shown->entry();
    const bool isOwn = shown && shown->isOwn;
    m_bar->setEditing(m_editing->isEditing() ? LabBar::Editing::UnderWay
            : isOwn                          ? LabBar::Editing::InPlace
                                             : LabBar::Editing::ACopy);
    // A file without a scenario and without a mistake has not been read yet.
    const bool isRead = shown && (shown->scenario || (isOwn && !shown->mistake.isEmpty()));
    m_bar->action(LabBar::Action::Edit)->setEnabled(m_editing->isPossible() && isRead);
}

} // namespace lockstep
