#include "ui/connect/settingsturn.h"

#include <QSettings>

namespace lockstep {

namespace {

constexpr int longestWaitMs = 1000;

} // namespace

SettingsTurn::SettingsTurn(QSettings *settings)
    : m_settings(settings)
    , m_lock(settings->fileName() + QStringLiteral(".turn"))
{
    m_lock.tryLock(longestWaitMs);
    m_settings->sync();
}

SettingsTurn::~SettingsTurn()
{
    m_settings->sync();
}

} // namespace lockstep
