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

// In a narrow window those that come first here go into the menu first: they have keys as well.
constexpr LabBar::Verb dispensable[] = {LabBar::Verb::Compare, LabBar::Verb::Edit,
    LabBar::Verb::ShowProgram, LabBar::Verb::ShowList, LabBar::Verb::SwapFix, LabBar::Verb::Undo,
    LabBar::Verb::StepViolation};

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
    for (int verb = 0; verb < QMetaEnum::fromType<Verb>().keyCount(); ++verb)
        m_actions << new QAction(this);
    layout->addWidget(m_modes);
    for (int mode = 0; mode < 3; ++mode)
        m_modes->addTab({});
    m_buttons.resize(std::size_t(m_actions.size()));
    addButton(Verb::Run, QStringLiteral("resume"));
    for (const Verb verb :
        {Verb::Stop, Verb::Undo, Verb::StepViolation, Verb::SwapFix, Verb::Edit, Verb::Compare})
        addButton(verb, {});
    layout->addWidget(m_more);
    layout->addStretch(1);
    addButton(Verb::ShowList, {});
    addButton(Verb::ShowProgram, {});

    connect(m_more, &QAbstractButton::clicked, this,
        [this] { m_others->popup(m_more->mapToGlobal(QPoint(0, m_more->height() + 2))); });
    connect(m_modes, &QTabBar::currentChanged, this, [this](int mode) {
        if (mode != int(m_mode))
            action(Verb(mode))->trigger();
    });
    auto *modes = new QActionGroup(this);
    for (int mode = 0; mode < 3; ++mode) {
        QAction *it = action(Verb(mode));
        it->setCheckable(true);
        it->setShortcut(Qt::Key_F2 + mode);
        modes->addAction(it);
        connect(it, &QAction::triggered, this, [this, mode] {
            setMode(LabMode(mode));
            Q_EMIT modeChosen(LabMode(mode));
        });
    }
    action(Verb::RunMode)->setChecked(true);
    action(Verb::Undo)->setShortcut(QKeySequence::Undo);
    action(Verb::Redo)->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    action(Verb::StepViolation)->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_T));
    action(Verb::CopyTrace)->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    action(Verb::ReopenRun)->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T));
    action(Verb::Run)->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_R), QKeySequence(Qt::Key_F5)});
    action(Verb::Stop)->setShortcut(Qt::Key_Escape);
    action(Verb::Stop)->setEnabled(false);
    action(Verb::SwapFix)->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_B));
    action(Verb::Edit)->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    action(Verb::Compare)->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
    action(Verb::Compare)->setCheckable(true);
    action(Verb::Present)->setShortcut(Qt::Key_F11);
    action(Verb::Present)->setCheckable(true);
    action(Verb::ShowList)->setShortcut(Qt::Key_F8);
    action(Verb::ShowProgram)->setShortcut(Qt::Key_F9);
    for (const Verb verb : {Verb::ShowList, Verb::ShowProgram}) {
        action(verb)->setCheckable(true);
        action(verb)->setChecked(true);
    }
    action(Verb::OpenFile)->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    retranslate();
    showVerbs();
}

QAction *LabBar::action(Verb verb) const
{
    return m_actions.at(int(verb));
}

void LabBar::addButton(Verb verb, const QString &icon)
{
    auto *button = new BarButton(m_theme, false, this);
    QAction *action = this->action(verb);
    if (!icon.isEmpty())
        button->setIconName(icon);
    button->setPrimary(verb == Verb::Run);
    layout()->addWidget(button);
    m_buttons[std::size_t(verb)] = button;
    connect(action, &QAction::changed, button, [action, button] { mirror(action, button); });
    connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
    // Its shortcut belongs to the action; clicking has changed the button already.
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
    action(Verb(mode))->setChecked(true);
    showVerbs();
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
    showVerbs();
}

// What the mode has no use for is not there at all; its keys do nothing then.
void LabBar::showVerbs()
{
    for (int verb = 0; verb < int(m_actions.size()); ++verb)
        m_actions.at(verb)->setVisible(m_onPage && isOfMode(Verb(verb)));
    m_place->setVisible(m_mode == LabMode::Run);
    fitButtons();
}

bool LabBar::isOfMode(Verb verb) const
{
    const bool steps = m_mode != LabMode::Run;
    const bool isOfSteps = verb == Verb::Undo || verb == Verb::Redo || verb == Verb::CopyTrace
        || verb == Verb::ReopenRun;
    return isOfSteps ? steps : verb != Verb::StepViolation || !steps;
}

// Words that are cut say nothing, so buttons without room go into a menu as a whole.
void LabBar::fitButtons()
{
    const int gap = layout()->spacing();
    const auto widthOf = [&](const QWidget *each) { return each->sizeHint().width() + gap; };
    int needed = widthOf(m_modes) - gap + (m_mode == LabMode::Run ? widthOf(m_place) : 0);
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        if (m_buttons[i] && isOfMode(Verb(i)))
            needed += widthOf(m_buttons[i]);
    }
    QList<Verb> others;
    if (needed > width()) {
        needed += widthOf(m_more);
        for (const Verb verb : dispensable) {
            if (!isOfMode(verb) || needed <= width())
                continue;
            needed -= widthOf(m_buttons[std::size_t(verb)]);
            others << verb;
        }
    }
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        if (m_buttons[i])
            m_buttons[i]->setVisible(isOfMode(Verb(i)) && !others.contains(Verb(i)));
    }
    m_more->setVisible(!others.isEmpty());
    std::sort(others.begin(), others.end());
    m_others->clear();
    for (const Verb verb : others)
        m_others->addAction(action(verb));
}

// What a button says may have changed.
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

void LabBar::name(Verb verb, const QString &brief, const QString &text)
{
    QAction *it = action(verb);
    it->setText(text);
    it->setIconText(brief);
    const QString keys = it->shortcut().toString(QKeySequence::NativeText);
    it->setToolTip(keys.isEmpty() ? text : tr("%1 (%2)").arg(text, keys));
}

void LabBar::setUndoWords(const QString &words)
{
    m_undo = words;
    name(Verb::Undo, tr("Undo"), words.isEmpty() ? tr("Undo the last step") : words);
}

void LabBar::setViolationWords(const QString &check)
{
    m_violation = check;
    name(Verb::StepViolation, tr("Step it"),
        check.isEmpty() ? tr("Step through this violation")
                        : tr("Step through this violation: %1", "a check").arg(check));
}

void LabBar::retranslate()
{
    name(Verb::RunMode, tr("Run"), tr("Run freely"));
    name(Verb::StepMode, tr("Step"), tr("Step by step"));
    name(Verb::ExploreMode, tr("Explore"), tr("Explore all interleavings"));
    for (int mode = 0; mode < 3; ++mode) {
        m_modes->setTabText(mode, action(Verb(mode))->iconText());
        m_modes->setTabToolTip(mode, action(Verb(mode))->toolTip());
    }
    m_modes->setAccessibleName(tr("Mode"));
    m_more->setText(tr("More"));
    m_more->setAccessibleName(tr("More actions"));
    const auto [brief, text] = runWords();
    name(Verb::Run, brief, text);
    if (!m_problem.isEmpty())
        action(Verb::Run)->setToolTip(m_problem);
    name(Verb::Stop, tr("Stop"), tr("Stop the run"));
    setUndoWords(m_undo);
    name(Verb::Redo, tr("Redo"), tr("Redo"));
    setViolationWords(m_violation);
    name(Verb::CopyTrace, tr("Copy command"), tr("Copy the command that replays it"));
    name(Verb::ReopenRun, tr("Reopen run"), tr("Open the run that was closed last again"));
    if (m_swapped)
        name(Verb::SwapFix, tr("Swap back"), tr("Swap back"));
    else
        name(Verb::SwapFix, tr("Swap in the fix"),
            m_mode == LabMode::Run ? tr("Swap in the fix and run") : tr("Swap in the fix"));
    switch (m_editing) {
    case Editing::ACopy:
        name(Verb::Edit, tr("Change a copy"), tr("Change a copy of this program"));
        break;
    case Editing::InPlace:
        name(Verb::Edit, tr("Edit"), tr("Edit this program"));
        break;
    case Editing::UnderWay:
        name(Verb::Edit, tr("Done"), tr("End editing"));
        break;
    }
    name(Verb::Compare, tr("Compare"), tr("Keep this run and compare the next one"));
    name(Verb::Present, tr("Present"), tr("Present: picture and program alone, larger"));
    name(Verb::ShowList, tr("Scenarios"), tr("Show the scenarios"));
    name(Verb::ShowProgram, tr("Program"), tr("Show program and settings"));
    name(Verb::OpenFile, tr("Open a file…"), tr("Open a scenario file…"));
}

} // namespace lockstep
