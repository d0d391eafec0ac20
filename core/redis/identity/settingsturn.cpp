#include "core/redis/identity/settingsturn.h"

#include <QDeadlineTimer>
#include <QSettings>

namespace lockstep {

namespace {

constexpr std::chrono::seconds longestWait(1);
constexpr int shortestWaitMs = 5;

} // namespace

SettingsTurn::SettingsTurn(QSettings *settings)
    : m_settings(settings)
    , m_lock(settings->fileName() + QStringLiteral(".turn"))
{
    // Asked for in short turns, because QLockFile itself asks ever more seldom.
    const QDeadlineTimer limit(longestWait);
    while (!m_lock.tryLock(shortestWaitMs) && m_lock.error() == QLockFile::LockFailedError
        && !limit.hasExpired()) { }
    m_settings->sync();
}

SettingsTurn::~SettingsTurn()
{
    m_settings->sync();
}

} // namespace lockstep
