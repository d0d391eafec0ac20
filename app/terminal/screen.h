#pragma once

#include <QSize>
#include <QStringList>

#include <optional>

namespace lockstep {

// Columns and rows of the terminal that standard output goes to; nothing if it is no terminal.
std::optional<QSize> terminalSize();

// Shows these lines on that terminal, from its top, in place of what stood there. Text from a
// server passes terminalText() first. Returns false if they cannot be written.
bool drawScreen(const QStringList &lines);

} // namespace lockstep
