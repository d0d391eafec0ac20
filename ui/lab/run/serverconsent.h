#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace lockstep {

// Asks whether the lab may run on a server that is not its own; the question names the server and
// says what will happen. Returns at once. `yes` is called if the user agrees, and otherwise nothing
// is.
void askServerConsent(
    const QString &server, int connections, QWidget *over, const std::function<void()> &yes);

// The question of askServerConsent() as plain text.
QString serverConsentWords(const QString &server, int connections);

} // namespace lockstep
