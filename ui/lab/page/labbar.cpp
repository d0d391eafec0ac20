#include "ui/lab/page/labbar.h"

#include "ui/lab/page/modeswitch.h"
#include "ui/lab/page/placebutton.h"
#include "ui/widgets/barbutton.h"
#include "ui/widgets/theme.h"

#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QMetaEnum>

#include <algorithm>

namespace lockstep {

namespace {

// The buttons that move into a menu in a narrow window, in this order. All of them have keys as
// well.
constexpr LabBar::Action dispensable[] = {LabBar::Action::Compare, LabBar::Action::Edit,
    LabBar::Action::ShowProgram, LabBar::Action::ShowList, LabBar::Action::SwapFix,
    LabBar::Action::Undo, LabBar::Action::StepViolation};

void mirror(const QAction *action, BarButton *button)
{
    button->setText(action->iconText());
    button->setAccessibleName(action->text());
    button->setToolTip(action->toolTip());
    button->setEnabled(action->isEnabled());
    button->setCheckable(action->isCheckable());
    button->setChecked(action->isChecked());
    button->updateGeometry();
    button->update();
}

} // namespace

LabBar::LabBar(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_place(new PlaceButton(theme, this))
    , m_modes(new ModeSwitch(theme, this))
    , m_more(new BarButton(theme, true, this))
    , m_others(new QMenu(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_place);
    for (int which = 0; which < QMetaEnum::fromType<Action>().keyCount(); ++which)
        m_actions << new QAction(this);
    layout->addWidget(m_modes);
    for (int mode = 0; mode < 3; ++mode)
        m_modes->addTab({});
    m_buttons.resize(std::size_t(m_actions.size()));
    addButton(Action::Run, QStringLiteral("resume"));
    for (const Action which : {Action::Stop, Action::Undo, Action::StepViolation, Action::SwapFix,
             Action::Edit, Action::Compare})
        addButton(which, {});
    layout->addWidget(m_more);
    layout->addStretch(1);
    addButton(Action::ShowList, {});
    addButton(Action::ShowProgram, {});

    connect(m_more, &QAbstractButton::clicked, this,
        [this] { m_others->popup(m_more->mapToGlobal(QPoint(0, m_more->height() + 2))); });
    connect(m_modes, &QTabBar::currentChanged, this, [this](int mode) {
        if (mode != int(m_mode))
            action(Action(mode))->trigger();
    });
    auto *modes = new QActionGroup(this);
    for (int mode = 0; mode < 3; ++mode) {
        QAction *it = action(Action(mode));
        it->setCheckable(true);
        it->setShortcut(Qt::Key_F2 + mode);
        modes->addAction(it);
        connect(it, &QAction::triggered, this, [this, mode] {
            setMode(LabMode(mode));
            Q_EMIT modeChosen(LabMode(mode));
        });
    }
    action(Action::RunMode)->setChecked(true);
    action(Action::Undo)->setShortcut(QKeySequence::Undo);
    action(Action::Redo)->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    action(Action::StepViolation)->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_T));
    action(Action::CopyTrace)->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    action(Action::ReopenRun)->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T));
    action(Action::Run)
        ->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_R), QKeySequence(Qt::Key_F5)});
    action(Action::Stop)->setShortcut(Qt::Key_Escape);
    action(Action::Stop)->setEnabled(false);
    action(Action::SwapFix)->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_B));
    action(Action::Edit)->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    action(Action::Compare)->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
    action(Action::Compare)->setCheckable(true);
    action(Action::Present)->setShortcut(Qt::Key_F11);
    action(Action::Present)->setCheckable(true);
    action(Action::ShowList)->setShortcut(Qt::Key_F8);
    action(Action::ShowProgram)->setShortcut(Qt::Key_F9);
    for (const Action which : {Action::ShowList, Action::ShowProgram}) {
        action(which)->setCheckable(true);
        action(which)->setChecked(true);
    }
    action(Action::OpenFile)->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    retranslate();
    showActions();
}

QAction *LabBar::action(Action which) const
{
    return m_actions.at(int(which));
}

void LabBar::addButton(Action which, const QString &icon)
{
    auto *button = new BarButton(m_theme, false, this);
    QAction *action = this->action(which);
    if (!icon.isEmpty())
        button->setIconName(icon);
    button->setPrimary(which == Action::Run);
    layout()->addWidget(button);
    m_buttons[std::size_t(which)] = button;
    connect(action, &QAction::changed, button, [action, button] { mirror(action, button); });
    connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
    // A shortcut changes only the action, so the button follows; after a click the button has
    // changed already.
    connect(action, &QAction::toggled, button, [action, button] { mirror(action, button); });
}

void LabBar::setSwapped(bool swapped)
{
    m_swapped = swapped;
    retranslate();
}

void LabBar::setEditing(Editing editing)
{
    if (editing == m_editing)
        return;
    m_editing = editing;
    retranslate();
}

void LabBar::setRunProblem(const QString &problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    retranslate();
}

void LabBar::setMode(LabMode mode)
{
    m_mode = mode;
    m_modes->setCurrentIndex(int(mode));
    action(Action(mode))->setChecked(true);
    showActions();
    retranslate();
}

bool LabBar::isChoosingMode() const
{
    return m_modes->hasFocus();
}

void LabBar::setBroken(bool broken)
{
    if (broken == m_broken)
        return;
    m_broken = broken;
    retranslate();
}

void LabBar::setOnPage(bool onPage)
{
    m_onPage = onPage;
    showActions();
}

// Hides the actions that the mode does not use, which also disables their keys.
void LabBar::showActions()
{
    for (int which = 0; which < int(m_actions.size()); ++which)
        m_actions.at(which)->setVisible(m_onPage && isOfMode(Action(which)));
    m_place->setVisible(m_mode == LabMode::Run);
    fitButtons();
}

bool LabBar::isOfMode(Action which) const
{
    const bool steps = m_mode != LabMode::Run;
    const bool isOfSteps = which == Action::Undo || which == Action::Redo
        || which == Action::CopyTrace || which == Action::ReopenRun;
    return isOfSteps ? steps : which != Action::StepViolation || !steps;
}

// Moves buttons without room into the menu as a whole, because a text that is cut says nothing.
void LabBar::fitButtons()
{
    const int gap = layout()->spacing();
    const auto widthOf = [&](const QWidget *each) { return each->sizeHint().width() + gap; };
    int needed = widthOf(m_modes) - gap + (m_mode == LabMode::Run ? widthOf(m_place) : 0);
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        if (m_buttons[i] && isOfMode(Action(i)))
            needed += widthOf(m_buttons[i]);
    }
    QList<Action> others;
    if (needed > width()) {
        needed += widthOf(m_more);
        for (const Action which : dispensable) {
            if (!isOfMode(which) || needed <= width())
                continue;
            needed -= widthOf(m_buttons[std::size_t(which)]);
            others << which;
        }
    }
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        if (m_buttons[i])
            m_buttons[i]->setVisible(isOfMode(Action(i)) && !others.contains(Action(i)));
    }
    m_more->setVisible(!others.isEmpty());
    std::sort(others.begin(), others.end());
    m_others->clear();
    for (const Action which : others)
        m_others->addAction(action(which));
}

// Qt sends a LayoutRequest when a button's text, and so its width, has changed.
bool LabBar::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitButtons();
    return QWidget::event(event);
}

void LabBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitButtons();
}

void LabBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

std::pair<QString, QString> LabBar::runWords() const
{
    switch (m_mode) {
    case LabMode::Run:
        break;
    case LabMode::Step:
        return {tr("Run until violation"), tr("Step by chance until a check is violated")};
    case LabMode::Explore:
        return m_broken ? std::pair(tr("Find the shortest way to break it"),
                   tr("Execute all interleavings, and find the shortest way to break it"))
                        : std::pair(tr("Explore all"),
                            tr("Execute all interleavings, to know whether it holds in each"));
    }
    return {tr("Run"), tr("Run")};
}

void LabBar::name(Action which, const QString &brief, const QString &text)
{
    QAction *it = action(which);
    it->setText(text);
    it->setIconText(brief);
    const QString keys = it->shortcut().toString(QKeySequence::NativeText);
    it->setToolTip(keys.isEmpty() ? text : tr("%1 (%2)").arg(text, keys));
}

void LabBar::setUndoWords(const QString &words)
{
    m_undo = words;
    name(Action::Undo, tr("Undo"), words.isEmpty() ? tr("Undo the last step") : words);
}

void LabBar::setViolationWords(const QString &check, const QString &problem)
{
    m_violation = check;
    m_violationProblem = problem;
    name(Action::StepViolation, tr("Step it"),
        check.isEmpty() ? tr("Step through this violation")
                        : tr("Step through this violation: %1", "a check").arg(check));
    if (!problem.isEmpty())
        action(Action::StepViolation)->setToolTip(problem);
}

void LabBar::retranslate()
{
    name(Action::RunMode, tr("Run"), tr("Run freely"));
    name(Action::StepMode, tr("Step"), tr("Step by step"));
    name(Action::ExploreMode, tr("Explore"), tr("Explore all interleavings"));
    for (int mode = 0; mode < 3; ++mode) {
        m_modes->setTabText(mode, action(Action(mode))->iconText());
        m_modes->setTabToolTip(mode, action(Action(mode))->toolTip());
    }
    m_modes->setAccessibleName(tr("Mode"));
    m_more->setText(tr("More"));
    m_more->setAccessibleName(tr("More actions"));
    const auto [brief, text] = runWords();
    name(Action::Run, brief, text);
    if (!m_problem.isEmpty())
        action(Action::Run)->setToolTip(m_problem);
    name(Action::Stop, tr("Stop"), tr("Stop the run"));
    setUndoWords(m_undo);
    name(Action::Redo, tr("Redo"), tr("Redo"));
    setViolationWords(m_violation, m_violationProblem);
    name(Action::CopyTrace, tr("Copy command"), tr("Copy the command that replays it"));
    name(Action::ReopenRun, tr("Reopen run"), tr("Open the run that was closed last again"));
    if (m_swapped)
        name(Action::SwapFix, tr("Swap back"), tr("Swap back"));
    else
        name(Action::SwapFix, tr("Swap in the fix"),
            m_mode == LabMode::Run ? tr("Swap in the fix and run") : tr("Swap in the fix"));
    switch (m_editing) {
    case Editing::ACopy:
        name(Action::Edit, tr("Change a copy"), tr("Change a copy of this program"));
        break;
    case Editing::InPlace:
        name(Action::Edit, tr("Edit"), tr("Edit this program"));
        break;
    case Editing::UnderWay:
        name(Action::Edit, tr("Done"), tr("End editing"));
        break;
    }
    name(Action::Compare, tr("Compare"), tr("Keep this run and compare the next one"));
    name(Action::Present, tr("Present"), tr("Present: picture and program alone, larger"));
    name(Action::ShowList, tr("Scenarios"), tr("Show the scenarios"));
    name(Action::ShowProgram, tr("Program"), tr("Show program and settings"));
    name(Action::OpenFile, tr("Open a file…"), tr("Open a scenario file…"));
}

} // namespace lockstep
