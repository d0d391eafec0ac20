#pragma once

#include "core/lab/scenario/scenario.h"

namespace lockstep {

// How a scenario is called: the title in its file, else its id.
// language: of the program, one of languageCodes().
QString scenarioTitle(const Scenario &scenario, const QString &language);
// How a parameter is called: the file's own label, a word for the usual names, else the name.
QString parameterLabel(const Parameter &parameter, const QString &language);
// "Clients 20, Lease 200 ms": of those that have a value there, in the order of the file.
QString settingsWords(const Scenario &scenario, const Settings &settings, const QString &language);
// "1–5 000 ms".
QString parameterRange(const Parameter &parameter);
// "Locks" for "lock"; own words as they are.
QString familyTitle(const QByteArray &family);

} // namespace lockstep
