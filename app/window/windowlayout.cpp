#include "app/window/windowlayout.h"

#include "ui/watch/page/watchpage.h"
#include "ui/window/mainwindow.h"

#include <QSettings>

namespace lockstep {

namespace {

const QString geometryKey = QStringLiteral("window/geometry");
const QString watchKey = QStringLiteral("window/watch");

} // namespace

void restoreLayout(const QSettings &settings, MainWindow &window)
{
    if (!window.restoreGeometry(settings.value(geometryKey).toByteArray()))
        window.resize(1280, 800);
    window.watchPage()->restoreLayout(settings.value(watchKey).toByteArray());
}

void rememberLayout(QSettings &settings, const MainWindow &window)
{
    settings.setValue(geometryKey, window.saveGeometry());
    settings.setValue(watchKey, window.watchPage()->layoutState());
}

} // namespace lockstep
