#include "core/coordination/locks/lockscripts.h"

#include "core/coordination/locks/companionkey.h"
#include "core/redis/connection/scriptfile.h"

namespace lockstep {

LockKeys::LockKeys(QByteArray name, bool isFenced)
    : lock(std::move(name))
    , waiters(companionKey(lock, "waiters"))
    , fence(isFenced ? companionKey(lock, "fence") : QByteArray())
{
}

QByteArrayList LockKeys::list() const
{
    QByteArrayList keys{lock, waiters};
    if (!fence.isEmpty())
        keys << fence;
    return keys;
}

const Script &lockAcquire()
{
    static const Script script = scriptFile(QStringLiteral("lock-acquire"));
    return script;
}

const Script &lockExtend()
{
    static const Script script = scriptFile(QStringLiteral("lock-extend"));
    return script;
}

const Script &lockRelease()
{
    static const Script script = scriptFile(QStringLiteral("lock-release"));
    return script;
}

} // namespace lockstep
