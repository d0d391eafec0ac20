#pragma once

#include <QSize>
#include <QStringList>

#include <optional>

namespace lockstep {

// Columns and rows of the terminal that standard output goes to; nothing where it goes elsewhere.
std::optional<QSize> terminalSize();

// Shows these lines on that terminal, from its top, in place of what stood there. What they hold of
// a server passes terminalText(). False: it cannot be written.
bool drawScreen(const QStringList &lines);

} // namespace lockstep
