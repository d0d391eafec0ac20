#pragma once

#include <QByteArray>

#include <vector>

namespace lockstep {

// "; the nearest are a, b and c": the known names that take the fewest changes of a letter to be
// made from the given one.
QByteArray nearest(const QByteArray &name, std::vector<QByteArray> known);

} // namespace lockstep
