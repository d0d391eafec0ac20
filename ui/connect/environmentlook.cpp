#include "ui/connect/environmentlook.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class EnvironmentWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::EnvironmentWords)
};

} // namespace

// Orange red is what operators expect of production.
QColor environmentColour(Environment environment, bool dark)
{
    switch (environment) {
    case Environment::Development:
        return dark ? QColor(0x8F, 0xB8, 0xD8) : QColor(0x3D, 0x6B, 0x8F);
    case Environment::Staging:
        return dark ? QColor(0xE0, 0xA3, 0x4E) : QColor(0x8A, 0x5A, 0x00);
    case Environment::Production:
        break;
    }
    return dark ? QColor(0xFF, 0x7A, 0x59) : QColor(0xC4, 0x31, 0x1A);
}

QString environmentBanner(Environment environment)
{
    switch (environment) {
    case Environment::Development:
        return EnvironmentWords::tr("DEVELOPMENT");
    case Environment::Staging:
        return EnvironmentWords::tr("STAGING");
    case Environment::Production:
        break;
    }
    return EnvironmentWords::tr("PRODUCTION");
}

} // namespace lockstep
