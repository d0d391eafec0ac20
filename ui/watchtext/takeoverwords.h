#pragma once

#include "core/release/releaselook.h"

#include <QString>

namespace lockstep {

// What is said before and after a lock is taken from its holder, in the window and on the command
// line. Plain text, like errorMessage(); needs QtCore only.

// Key, holder and time left, a line each, and then what it can break; before that, what makes it
// doubtful that it is a lock, or that the server is the one that it is taken for. Of a look that
// found a lock.
QString takeoverWarning(const QByteArray &key, const ReleaseLook &look);
// The word that has to be typed to release what is only possibly a lock; the same in every
// language.
QString releaseWord();
// The request to type it.
QString releaseWordSentence();
// Nothing to warn of: nobody holds it, or somebody else does.
QString notHeldSentence(
    const QByteArray &key, const std::optional<StandingLock> &now, const QByteArray &token);
// After an error that leaves it open.
QString unknownReleaseSentence();
// A holder of which only so many bytes are shown cannot be the one that was meant.
QString longTokenSentence(const QByteArray &key, qsizetype shown);
// Of WrongType: the key holds something that is not released by hand. detail: see readLock().
QString noLockSentence(const QByteArray &key, const QString &detail);
// Of a look that found something else than a lock of one holder.
QString notRecognisedSentence(const QByteArray &key, const ReleaseLook &look);
// Why nothing is released there.
QString productionSentence(const QString &where);
QString takeoverSentence(const QByteArray &key, Takeover outcome);
// After a release that could not be written down.
QString auditSentence(const Error &error);

} // namespace lockstep
