#pragma once

#include "core/lab/counterexample/violationtrace.h"
#include "core/lab/scenario/boundnames.h"

#include <QString>
#include <QStringList>

#include <optional>

// A stepped run as a command line: the window copies it, and `lab run` prints it below a violation.
// Both a shell and the trace line of the window accept it.
namespace lockstep {

// "lockstep lab replay lock-lease-expires --clients 2 --time 2 "A1 T B1"". Always has the
// number of clients; all other options appear only where they differ from the scenario's defaults.
// scenario: the argument of `lab replay`, see scenarioWord().
QString replayCommand(const TracedViolation &traced, const QString &scenario);

// The argument by which `lab replay` finds the scenario: the id if it comes with Lockstep,
// otherwise the path of its file.
QString scenarioWord(const Scenario &scenario);

// "--lost-requests": the option that sets that bound.
QString optionOf(const Bound &bound);

// Splits a line into words as a shell does. Understands single quotes, double quotes and
// backslashes, but no variables or wildcards. Nothing if a quote is not closed.
std::optional<QStringList> shellWords(const QString &line);

} // namespace lockstep
