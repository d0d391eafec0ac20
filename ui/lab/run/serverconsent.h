#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace lockstep {

// Asks whether the lab may run on a server that is not its own: names it and says what will be
// done. Returns at once; yes is called when it was said, and nothing otherwise.
void askServerConsent(
    const QString &server, int connections, QWidget *over, const std::function<void()> &yes);

// The question that askServerConsent() asks, as plain text.
QString serverConsentWords(const QString &server, int connections);

} // namespace lockstep
