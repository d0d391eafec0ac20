#pragma once

#include <QCoreApplication>

namespace lockstep {

// Translates what the command line says of itself.
class ArgumentWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Arguments)
};

} // namespace lockstep
