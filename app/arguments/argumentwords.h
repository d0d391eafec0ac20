#pragma once

#include <QCoreApplication>

namespace lockstep {

// The translation context of everything that the command line says about its own use.
class ArgumentWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Arguments)
};

} // namespace lockstep
