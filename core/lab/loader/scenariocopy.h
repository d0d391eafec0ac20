#pragma once

#include "core/lab/scenario/scenario.h"

#include <QByteArray>

#include <optional>

namespace lockstep {

// Which copy a text is: the first of a scenario, the second, …
struct CopyNumber
{
    QByteArray original; // id
    int number = 1;

    [[nodiscard]] QByteArray id() const; // of the copy: "ID-mine", "ID-mine-2", …
    bool operator==(const CopyNumber &) const = default;
};

// The scenario's text as the one who changes it begins with it: under an id and a title of its own,
// with the field copy_of that names the original and without its exercise. Everything else stays,
// line by line, but for the line that is added. The original is a shipped scenario, or written like
// one: its fields id and title are literals.
QByteArray copyOfScenario(const Scenario &original, int number);

// Reads that from a text, whether or not it can be run. Nothing: it is no copy.
std::optional<CopyNumber> copyNumberOf(const QByteArray &text);

} // namespace lockstep
