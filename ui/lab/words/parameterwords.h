#pragma once

#include "core/lab/scenario/scenario.h"

namespace lockstep {

// The name of a scenario: the title in its file, or its id if it has none. language: the language
// of the program, one of languageCodes().
QString scenarioTitle(const Scenario &scenario, const QString &language);
// The label of a parameter: the one in its file, or a translated word for a common name, or else
// the name itself.
QString parameterLabel(const Parameter &parameter, const QString &language);
// "Clients 20, Lease 200 ms": the parameters that have a value in settings, in the order of the
// file.
QString settingsWords(const Scenario &scenario, const Settings &settings, const QString &language);
// The values that the parameter may have: "1–5 000 ms".
QString parameterRange(const Parameter &parameter);
// The heading for a family of scenarios: "Locks" for "lock". A family that Lockstep does not know
// is shown under its own name.
QString familyTitle(const QByteArray &family);

} // namespace lockstep
