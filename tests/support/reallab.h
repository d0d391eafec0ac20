#pragma once

#include "app/lab/labrunner.h"
#include "ui/lab/page/labpage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QApplication>

namespace lockstep {

// The Lab page in its window, with what plays, steps and explores on real servers.
struct RealLab
{
    explicit RealLab(QSize size = {1280, 720})
    {
        theme.setChoice(Theme::Choice::Light);
        window.resize(size);
        window.show();
        window.activateWindow();
        QApplication::setActiveWindow(&window);
        window.showPage(MainWindow::Page::Lab);
    }

    [[nodiscard]] QString banner() const { return page->findChild<Banner *>()->text(); }

    Theme theme{qApp};
    MainWindow window{&theme};
    LabPage *page = window.labPage();
    LabRunner runner{page};
};

} // namespace lockstep
