#pragma once

#include "core/lab/counterexample/violationtrace.h"
#include "core/lab/scenario/bounds.h"

#include <QString>
#include <QStringList>

#include <optional>

// A stepped run as one line: what the window copies, what `lab run` prints below a violation, and
// what a shell as well as the window's trace line takes.
namespace lockstep {

// "lockstep lab replay lock-lease-expires --clients 2 --time 2 "A1 T B1"": only what differs from
// the scenario's own stands in it, and the number of clients. scenario: as lab replay takes it.
QString replayCommand(const TracedViolation &traced, const QString &scenario);

// What lab replay takes for it: the id of one that comes with Lockstep, else the path of its file.
QString scenarioWord(const Scenario &scenario);

// "--lost-requests": the option that sets that bound.
QString optionOf(const Bound &bound);

// The words of a line as a shell reads them: quotes of both kinds and backslashes, nothing else.
// Nothing: a quote is not closed.
std::optional<QStringList> shellWords(const QString &line);

} // namespace lockstep
