#pragma once

#include <QString>

class QWidget;

namespace lockstep {

// Shows a sentence in a box over the window, as plain text that can be selected. Returns at once.
void openWarning(
    QWidget *window, const QString &sentence, const QString &title = QStringLiteral("Lockstep"));

} // namespace lockstep
