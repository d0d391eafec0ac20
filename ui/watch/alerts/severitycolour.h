#pragma once

#include "core/watch/formats/alertrule.h"
#include "ui/widgets/theme.h"

namespace lockstep {

// The colour of an alert that fires. The word for the severity always stands beside it.
inline QColor severityColour(Severity severity, const Colours &colours)
{
    switch (severity) {
    case Severity::Critical:
        return colours.violation;
    case Severity::Warning:
        return colours.expiringText;
    case Severity::Info:
        break;
    }
    return colours.secondary;
}

} // namespace lockstep
