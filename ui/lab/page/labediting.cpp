// A part of LabPage: editing the program, which is a copy of a shipped scenario or a file of the
// user's own.

#include "core/lab/loader/scenariocopy.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/programcolumn.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/text/wording.h"
#include "ui/widgets/banner.h"

#include <QAction>

namespace lockstep {

void LabPage::connectEditing()
{
    connect(m_bar->action(LabBar::Action::Edit), &QAction::triggered, this, &LabPage::editProgram);
    connect(
        m_programColumn->program(), &ProgramView::editingEnded, m_editing, &ScenarioEditing::end);
    // Queued, because a page that is being destroyed loses the focus as well.
    connect(
        m_programColumn->program(), &ProgramView::focusLost, this, [this] { m_editing->apply(); },
        Qt::QueuedConnection);
    connect(m_editing, &ScenarioEditing::begun, this, &LabPage::updateActions);
    connect(m_editing, &ScenarioEditing::ended, this, [this] {
        const ScenarioEntry *current = m_shown.entry();
        if (current && current->source != m_programColumn->program()->source())
            m_programColumn->program()->setSource(
                current->source); // the text was saved to another file
        updateActions();
    });
    connect(m_editing, &ScenarioEditing::failed, this,
        [this](const QString &sentence) { m_banner->setText(sentence, true); });
    connect(m_editing, &ScenarioEditing::kept, this, [this](const QString &path, bool isOpened) {
        m_kept = path;
        if (!isOpened)
            noteOpened(path);
    });
}

// Called when a file was read that the user has opened or that is a new copy.
void LabPage::noteOpened(const QString &path)
{
    if (path == std::exchange(m_toEdit, QString()))
        beginEditing();
    if (path == std::exchange(m_kept, QString()))
        m_banner->setText(
            tr("What you wrote was saved as a copy: %1").arg(wording::key(path.toUtf8(), 200)),
            true);
}

void LabPage::editProgram()
{
    const ScenarioEntry *current = m_shown.entry();
    if (m_editing->isEditing())
        return void(m_editing->end());
    if (!current || !m_editing->isPossible())
        return;
    if (current->isOwn)
        return beginEditing();
    if (current->scenario)
        m_toEdit = m_editing->makeCopy(*current->scenario);
}

void LabPage::beginEditing()
{
    const ScenarioEntry *current = m_shown.entry();
    if (!current || !current->isOwn)
        return;
    const auto copy = copyNumberOf(current->source);
    const ScenarioEntry *original = copy ? m_list->model()->byId(copy->original) : nullptr;
    m_bar->action(LabBar::Action::ShowProgram)->setChecked(true);
    m_programColumn->showProgram();
    m_editing->begin({current->path, current->scenario, current->source, current->mistake},
        original && !original->isOwn ? original->scenario : nullptr);
    if (m_editing->isEditing())
        m_programColumn->program()->setFocus(Qt::ShortcutFocusReason);
}

void LabPage::updateEditAction()
{
    const ScenarioEntry *current = m_shown.entry();
    const bool isOwn = current && current->isOwn;
    m_bar->setEditing(m_editing->isEditing() ? LabBar::Editing::UnderWay
            : isOwn                          ? LabBar::Editing::InPlace
                                             : LabBar::Editing::ACopy);
    QAction *edit = m_bar->action(LabBar::Action::Edit);
    // A file without a scenario and without a mistake has not been read yet.
    const bool isRead = current && (current->scenario || (isOwn && !current->mistake.isEmpty()));
    edit->setEnabled(m_editing->isPossible() && isRead);
}

} // namespace lockstep
