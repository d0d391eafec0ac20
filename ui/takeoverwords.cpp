#include "ui/takeoverwords.h"

#include "core/watch/token.h"
#include "ui/wording.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class TakeoverWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::TakeoverWords)
};

QString holderOf(const StandingLock &lock)
{
    const auto holder = holderFromToken(lock.token);
    const auto parts = wording::holderInFull(holder).split(u'\n').join(QStringLiteral(", "));
    return lock.holds > 1 ? TakeoverWords::tr("%1, taken %2 times").arg(parts).arg(lock.holds)
                          : parts;
}

QString endOf(const StandingLock &lock)
{
    return lock.ttl
        ? TakeoverWords::tr("in %1, unless it is renewed").arg(wording::duration(*lock.ttl))
        : TakeoverWords::tr("never by itself");
}

} // namespace

QString takeoverWarning(const QByteArray &key, const StandingLock &lock)
{
    bool isNumber = false;
    lock.token.toLongLong(&isNumber);
    const QString doubt = isNumber && !lock.isHash
        ? TakeoverWords::tr("Its value is a number: it may be a counter and no lock. Releasing it "
                            "deletes it.")
            + QStringLiteral("\n\n")
        : QString();
    return doubt + TakeoverWords::tr("Lock: %1").arg(wording::key(key)) + u'\n'
        + TakeoverWords::tr("Holder: %1").arg(holderOf(lock)) + u'\n'
        + TakeoverWords::tr("Ends: %1").arg(endOf(lock)) + QStringLiteral("\n\n")
        + TakeoverWords::tr(
            "Releasing it lets the next one in at once. The holder is not told: if it is still at "
            "work, two work at the same time, and what the lock protects may be done twice or "
            "overwritten. Do it only if the holder is certainly gone.");
}

QString notHeldSentence(
    const QByteArray &key, const std::optional<StandingLock> &now, const QByteArray &token)
{
    if (!now)
        return TakeoverWords::tr("Nobody holds %1. Nothing was released.").arg(wording::key(key));
    return TakeoverWords::tr("%1 is not held by %2 but by %3. Nothing was released.")
        .arg(wording::key(key), wording::key(token), holderOf(*now));
}

QString unknownReleaseSentence()
{
    return TakeoverWords::tr("It is not known whether the lock was released: look at it.");
}

QString longTokenSentence(const QByteArray &key, qsizetype shown)
{
    return TakeoverWords::tr("The token of %1 is longer than the %2 bytes that are shown. Nothing "
                             "was released. lockstep "
                             "unlock releases it, given the whole token.")
        .arg(wording::key(key))
        .arg(shown);
}

QString noLockSentence(const QByteArray &key, const QString &what)
{
    return TakeoverWords::tr(
        "%1 is no lock that can be released by hand, a string or Redisson's hash with one holder, "
        "but: %2. Nothing was released.")
        .arg(wording::key(key), what);
}

QString productionSentence(const QString &where)
{
    return TakeoverWords::tr(
        "%1 is marked as production: no lock is released there. Unmark it where you connect to it, "
        "in the window.")
        .arg(where);
}

QString takeoverSentence(const QByteArray &key, Takeover outcome)
{
    switch (outcome) {
    case Takeover::Released:
        return TakeoverWords::tr("%1 is released.").arg(wording::key(key));
    case Takeover::ReleasedUnheard:
        return TakeoverWords::tr(
            "%1 is released, but this user may not PUBLISH: who waits for it is not woken, and "
            "finds out when it looks again.")
            .arg(wording::key(key));
    case Takeover::NotHeld:
        return TakeoverWords::tr(
            "The holder of %1 changed at the last moment. Nothing was released.")
            .arg(wording::key(key));
    }
    return {};
}

} // namespace lockstep
