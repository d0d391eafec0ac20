#pragma once

#include "core/lab/scenario/scenario.h"

#include <QByteArray>

#include <optional>

namespace lockstep {

// Which copy of which scenario a text is.
struct CopyNumber
{
    QByteArray original; // id
    int number = 1;

    [[nodiscard]] QByteArray id() const; // of the copy: "ID-mine", "ID-mine-2", …
    bool operator==(const CopyNumber &) const = default;
};

// The text of a new copy of a scenario for the user to change. It has its own id and title, the
// field copy_of with the original's id, and no exercise; every other line stays as it is. The
// original is a shipped scenario, or written like one: its fields id and title are literals.
// titleSuffix: what its title has behind the original's, in every language that this one has.
QByteArray copyOfScenario(const Scenario &original, int number, const LocalText &titleSuffix);

// Reads the number of a copy from its text, which need not be valid Lua. Returns nothing if it is
// no copy.
std::optional<CopyNumber> copyNumberOf(const QByteArray &text);

} // namespace lockstep
