#pragma once

#include "core/redis/values/endpoint.h"
#include "core/release/releaselook.h"

#include <QString>

namespace lockstep {

// Texts before and after a lock is taken from its holder, in the window and on the command line.
// Like errorMessage() they are plain text and need only QtCore.

// The warning before a release. First it says what makes it doubtful that this is a lock, or that
// this is the right server. Then come the facts, one per line: server, key, holder, time held,
// renewals, waiters and time left. Last it says what a release can break. look: must have found a
// lock.
QString takeoverWarning(const Endpoint &server, const QByteArray &key, const ReleaseLook &look);
// The word that has to be typed to release something that is only possibly a lock. It is the same
// in every language.
QString releaseWord();
// Asks for that word.
QString releaseWordSentence();
// Says that nothing was released because nobody holds the lock, or somebody else does.
QString notHeldSentence(
    const QByteArray &key, const std::optional<StandingLock> &now, const QByteArray &token);
// An error during the release, at that server: what went wrong, whether the lock is released
// nevertheless, and if a permission is missing, the line that grants all that are needed.
QString releaseErrorSentences(const Error &error, const Endpoint &server);
// Says that the holder's token is longer than what is shown of it, so it is unknown who was meant.
QString longTokenSentence(const QByteArray &key, qsizetype shown);
// Says for WrongType that the key holds something that is not released by hand. detail: see
// readLock().
QString noLockSentence(const QByteArray &key, const QString &detail);
// Says that the look found something else than a lock of one holder.
QString notRecognisedSentence(const QByteArray &key, const ReleaseLook &look);
// Says why nothing is released on a production server.
QString productionSentence(const QString &where);
QString takeoverSentence(const QByteArray &key, Takeover outcome);
// Says that the release could not be logged.
QString auditSentence(const Error &error);

} // namespace lockstep
