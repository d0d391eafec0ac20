#pragma once

class QSettings;

namespace lockstep {

class MainWindow;

// Size and place of the window and what the user arranged in it, from the last time to the next.
// Without a last time the window gets its usual size.
void restoreLayout(const QSettings &settings, MainWindow &window);
void rememberLayout(QSettings &settings, const MainWindow &window);

} // namespace lockstep
