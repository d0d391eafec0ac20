#pragma once

class QSettings;

namespace lockstep {

class MainWindow;

// Restore and save the size and place of the window and what the user arranged in it. The first
// time, the window gets its usual size.
void restoreLayout(const QSettings &settings, MainWindow &window);
void rememberLayout(QSettings &settings, const MainWindow &window);

} // namespace lockstep
