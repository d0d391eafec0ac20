// The actions and the menu of the main window (MainWindow). All actions are there, each with its
// shortcut. They are built again when the language changes.

#include "ui/text/languages.h"
#include "ui/window/mainwindow.h"

#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/window/rail.h"
#include "ui/window/topbar.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QStackedWidget>

namespace lockstep {

void MainWindow::buildMenu()
{
    const QList<QAction *> old = actions() + m_watch->actions();
    m_menu->clear();
    m_exportMenu->clear();
    for (QAction *action : old)
        delete action;
    m_pageActions.clear();
    m_exportTexts.clear();
    buildPageActions();
    m_menu->addSeparator();
    buildWatchActions();
    m_menu->addSeparator();
    if (m_lab)
        m_menu->addActions(m_lab->actions());
    m_afterLabActions = m_menu->addSeparator();
    buildExportMenu();
    m_menu->addSeparator();
    buildThemeMenu();
    buildLanguageMenu();
    m_menu->addSeparator();
    QAction *quit = m_menu->addAction(tr("Quit"), this, &QWidget::close);
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
    addAction(quit);
    auto *open = new QAction(this);
    open->setShortcut(Qt::Key_F10);
    connect(open, &QAction::triggered, m_rail, &Rail::openMenu);
    addAction(open);
    showActions();
}

void MainWindow::buildPageActions()
{
    const auto add = [this](Page page, const QString &text, Qt::Key key) {
        QAction *action = m_menu->addAction(text, this, [this, page] { showPage(page); });
        action->setShortcut(QKeySequence(Qt::CTRL | key));
        const bool exists = m_pages->count() > int(page);
        action->setVisible(exists);
        action->setEnabled(exists);
        addAction(action);
        m_pageActions << action;
    };
    add(Page::Watch, tr("Watch"), Qt::Key_1);
    add(Page::Lab, tr("Lab"), Qt::Key_2);
    add(Page::Server, tr("Server"), Qt::Key_3);
    const QKeySequence keys(Qt::CTRL | Qt::Key_O);
    m_menu->addAction(tr("Connect to…") + u'\t' + keys.toString(QKeySequence::NativeText), this,
        &MainWindow::connectionRequested);
    QAction *window = m_menu->addAction(tr("New window…"), this, &MainWindow::windowRequested);
    window->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
    addAction(window);
    QAction *recording =
        m_menu->addAction(tr("Open recording…"), this, &MainWindow::recordingToBeOpened);
    recording->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    addAction(recording);
    m_menu->addAction(tr("Open the demo shop"), this, &MainWindow::demoRequested);
    // One shortcut, whose action depends on the page.
    auto *open = new QAction(this);
    open->setShortcut(keys);
    connect(open, &QAction::triggered, this, [this] {
        if (this->page() == Page::Lab)
            m_lab->bar()->action(LabBar::Action::OpenFile)->trigger();
        else
            Q_EMIT connectionRequested();
    });
    addAction(open);
}

void MainWindow::buildWatchActions()
{
    QAction *filter = m_menu->addAction(tr("Find"), this, [this] {
        if (page() == Page::Lab)
            return m_lab->focusSearch();
        showPage(Page::Watch);
        m_bar->focusFilter();
    });
    filter->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_F));
    addAction(filter);

    QAction *rules = m_menu->addAction(tr("Rules…"), this, &MainWindow::rulesRequested);
    rules->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_L));
    addAction(rules);
    QAction *alerts = m_menu->addAction(tr("Alerts…"), this, &MainWindow::alertsRequested);
    alerts->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L));
    addAction(alerts);

    m_record = m_menu->addAction(tr("Record"), this, &MainWindow::recordToggled);
    m_record->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R));
    m_record->setCheckable(true);
    showRecordAction();
    addAction(m_record);

    QAction *pause = m_menu->addAction(
        tr("Pause or resume"), this, [this] { m_watch->setPaused(!m_watch->isPaused()); });
    pause->setShortcut(Qt::Key_Space);
    pause->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_watch->addAction(pause);
}

void MainWindow::showRecordAction()
{
    m_record->setChecked(m_recordingStage == ShownRecording::Stage::Running);
    m_record->setEnabled(m_recordingStage != ShownRecording::Stage::Finishing);
}

void MainWindow::buildExportMenu()
{
    const auto addExport = [this](ExportKind kind, const QString &text) {
        return m_exportMenu->addAction(text, this, [this, kind] { Q_EMIT exportRequested(kind); });
    };
    m_exportMenu->setTitle(tr("Export"));
    for (const ExportKind kind : {ExportKind::Csv, ExportKind::Json, ExportKind::TraceText})
        m_exportTexts << addExport(kind, {});
    m_exportMenu->addSeparator();
    addExport(ExportKind::Png, tr("Picture as PNG…"));
    addExport(ExportKind::Svg, tr("Picture as SVG…"));
    addExport(ExportKind::Pdf, tr("Picture as PDF…"));
    buildExportParts();
    m_menu->addMenu(m_exportMenu);
}

void MainWindow::buildExportParts()
{
    m_exportParts = m_exportMenu->addMenu(tr("Pictures show"));
    auto *group = new QActionGroup(m_exportParts);
    const auto add = [&](const std::optional<LabPart> &part, const QString &text) {
        QAction *action = group->addAction(text);
        action->setCheckable(true);
        action->setChecked(part == m_exportedPart);
        connect(action, &QAction::triggered, this, [this, part] { m_exportedPart = part; });
        m_exportParts->addAction(action);
    };
    add({}, tr("The whole window"));
    add(LabPart::Timeline, tr("The timeline alone"));
    add(LabPart::Table, tr("The table alone"));
    add(LabPart::Map, tr("The map alone"));
}

std::optional<LabPart> MainWindow::exportedPart() const
{
    return page() == Page::Lab ? m_exportedPart : std::nullopt;
}

// The names of the export actions depend on the page and the filter.
void MainWindow::nameExports()
{
    const bool isFiltered = !filter().isEmpty();
    QString csv = isFiltered ? tr("Filtered rows as CSV…") : tr("All rows as CSV…");
    QString json = isFiltered ? tr("Filtered rows as JSON…") : tr("All rows as JSON…");
    const bool isLab = page() == Page::Lab;
    const LabMode mode = isLab ? m_lab->bar()->mode() : LabMode::Run;
    if (isLab && mode == LabMode::Run) {
        csv = tr("Operations as CSV…");
        json = tr("Operations as JSON…");
    } else if (isLab) {
        csv = tr("Steps as CSV…");
        json = mode == LabMode::Step ? tr("Steps as JSON…") : tr("Exploration as JSON…");
    }
    m_exportTexts.at(0)->setText(csv);
    m_exportTexts.at(1)->setText(json);
    m_exportParts->menuAction()->setVisible(isLab);
    m_exportTexts.at(2)->setText(tr("Trace as text…"));
    m_exportTexts.at(2)->setVisible(isLab && mode != LabMode::Run);
}

void MainWindow::buildThemeMenu()
{
    QMenu *menu = m_menu->addMenu(tr("Appearance"));
    auto *group = new QActionGroup(menu);
    const auto add = [&](Theme::Choice choice, const QString &text) {
        QAction *action = group->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_theme->choice() == choice);
        connect(action, &QAction::triggered, this, [this, choice] {
            m_theme->setChoice(choice);
            Q_EMIT themeChosen(choice);
        });
    };
    add(Theme::Choice::System, tr("Follow system"));
    add(Theme::Choice::Light, tr("Light"));
    add(Theme::Choice::Dark, tr("Dark"));
    menu->addActions(group->actions());
}

void MainWindow::buildLanguageMenu()
{
    QMenu *menu = m_menu->addMenu(tr("Language"));
    m_languages = new QActionGroup(menu);
    const auto add = [&](const QString &language, const QString &text) {
        QAction *action = m_languages->addAction(text);
        action->setCheckable(true);
        action->setChecked(language == m_language);
        action->setData(language);
        connect(action, &QAction::triggered, this, [this, language] {
            m_language = language;
            Q_EMIT languageChosen(language);
        });
    };
    add({}, tr("Follow system"));
    for (const SpokenLanguage &each : allLanguages)
        add(QString::fromLatin1(each.code), QString::fromUtf16(each.ownName));
    menu->addActions(m_languages->actions());
}

void MainWindow::setLanguage(const QString &language)
{
    m_language = language;
    const QList<QAction *> entries = m_languages->actions();
    for (QAction *action : entries)
        action->setChecked(action->data().toString() == language);
}

} // namespace lockstep
