#pragma once

#include "core/coordination/standinglock.h"

#include <QString>

namespace lockstep {

// What is said before and after a lock is taken from its holder, in the window and on the command
// line. Plain text, like errorMessage(); needs QtCore only.

// Key, holder and time left, a line each, and then what it can break.
QString takeoverWarning(const QByteArray &key, const StandingLock &lock);
// Nothing to warn of: nobody holds it, or somebody else does.
QString notHeldSentence(
    const QByteArray &key, const std::optional<StandingLock> &now, const QByteArray &token);
// After an error that leaves it open.
QString unknownReleaseSentence();
// A holder of which only so many bytes are shown cannot be the one that was meant.
QString longTokenSentence(const QByteArray &key, qsizetype shown);
// Of WrongType: the key holds something that is not released by hand.
QString noLockSentence(const QByteArray &key, const QString &what);
// Why nothing is released there.
QString productionSentence(const QString &where);
QString takeoverSentence(const QByteArray &key, Takeover outcome);

} // namespace lockstep
