// Sentences about releasing a lock. Keys, tokens and names of libraries are foreign text and may
// contain a %1 themselves. So all parts of a sentence go into one call of arg(), which does not
// replace in what it has inserted.

#include "ui/watchtext/takeoverwords.h"

#include "core/coordination/takeover/takeover.h"
#include "core/release/releaserights.h"
#include "core/watch/values/token.h"
#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/watchtext/itemwording.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

class TakeoverWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::TakeoverWords)
};

// Whether the token has nothing but the host, process and thread, apart from separators.
bool isMadeOfItsParts(const Holder &holder)
{
    QByteArray rest = holder.token;
    for (const QString &part : {holder.host, holder.process, holder.thread}) {
        const QByteArray bytes = part.toUtf8();
        const auto at = rest.indexOf(bytes);
        if (at < 0)
            return false;
        rest.remove(at, bytes.size());
    }
    return std::none_of(rest.begin(), rest.end(),
        [](char c) { return uchar(c) >= 0x80 || QChar(char16_t(c)).isLetterOrNumber(); });
}

QString holderOf(const StandingLock &lock)
{
    const auto holder = holderFromToken(lock.token);
    QStringList parts = wording::holderInFull(holder).split(u'\n');
    if (parts.size() > 1 && isMadeOfItsParts(holder))
        parts.removeLast(); // the token, which would only repeat the other parts
    const QString who = parts.join(QStringLiteral(", "));
    return lock.holds > 1
        ? TakeoverWords::tr("%1, taken %2 times").arg(who, QString::number(lock.holds))
        : who;
}

QString endOf(const StandingLock &lock)
{
    return lock.ttl
        ? TakeoverWords::tr("in %1, unless it is renewed").arg(wording::duration(*lock.ttl))
        : TakeoverWords::tr("never by itself");
}

QString heldFor(const HoldObservation &hold)
{
    if (!hold.isRead)
        return TakeoverWords::tr("unknown");
    if (!hold.age)
        return TakeoverWords::tr("unknown: its token does not tell");
    const QString age = wording::duration(*hold.age);
    switch (hold.ageBound) {
    case AgeBound::Exact:
        return age;
    case AgeBound::AtLeast:
        return TakeoverWords::tr("%1 at least: it was held when it was first seen").arg(age);
    case AgeBound::AtMost:
        return TakeoverWords::tr("%1 at most: its token tells when it was asked for, and it may "
                                 "have been waited for")
            .arg(age);
    case AgeBound::ByToken:
        return TakeoverWords::tr("about %1: by the clock of the client that wrote its token")
            .arg(age);
    case AgeBound::Unsure:
        return TakeoverWords::tr("%1, but perhaps not all the time: it may have been released and "
                                 "taken again unseen")
            .arg(age);
    }
    return age;
}

QString renewalsOf(const HoldObservation &hold)
{
    if (!hold.renewals)
        return TakeoverWords::tr("unknown: only the window counts them");
    return *hold.renewals > 0 ? wording::number(*hold.renewals)
                              : TakeoverWords::tr("none since it was first seen");
}

QString waitersOf(const HoldObservation &hold)
{
    if (!hold.waiters)
        return TakeoverWords::tr("unknown");
    return *hold.waiters > 0 ? wording::number(*hold.waiters)
                             : TakeoverWords::tr("nobody, as far as Redis shows");
}

QString serverOf(Endpoint server)
{
    // Printed separately, because display() does not have that of database 0.
    const int database = std::exchange(server.database, 0);
    return TakeoverWords::tr("%1, database %2")
        .arg(foreignWords(server.display()), QString::number(database));
}

QString rightsSentence(const QByteArray &user)
{
    return TakeoverWords::tr("Releasing needs these rights; an administrator leaves out what the "
                             "user has already. lockstep acl --release prints a whole user.")
        + QStringLiteral("\nACL SETUSER ")
        + foreignWords(QString::fromUtf8(user.isEmpty() ? QByteArray("default") : user)) + u' '
        + QString::fromLatin1(releaseRights());
}

QString paragraph(const QString &text)
{
    return text + QStringLiteral("\n\n");
}

QString doubts(const ReleaseLook &look)
{
    QString text;
    bool isNumber = false;
    look.lock->token.toLongLong(&isNumber);
    if (look.verdict == ReleaseLook::Verdict::PossibleLock)
        text += paragraph(TakeoverWords::tr(
            "This may not be a lock at all: its name and value only look like one. Releasing it "
            "deletes the key."));
    if (isNumber && !look.lock->isHash)
        text += paragraph(TakeoverWords::tr("Its value is a number, so it may be a counter and not "
                                            "a lock. Releasing it deletes it."));
    if (look.server.isEmpty())
        text += paragraph(TakeoverWords::tr(
            "This user may not ask the server who it is (INFO). Whether it is marked as production "
            "is known by its address alone."));
    return text;
}

QString typeWords(KeyType type)
{
    switch (type) {
    case KeyType::String:
        return TakeoverWords::tr("a string");
    case KeyType::List:
        return TakeoverWords::tr("a list");
    case KeyType::Set:
        return TakeoverWords::tr("a set");
    case KeyType::SortedSet:
        return TakeoverWords::tr("a sorted set");
    case KeyType::Hash:
        return TakeoverWords::tr("a hash");
    case KeyType::Stream:
        return TakeoverWords::tr("a stream");
    case KeyType::None:
    case KeyType::Other:
        break;
    }
    return TakeoverWords::tr("a key of another type");
}

QString wrongTypeWords(const QString &detail)
{
    if (detail == wrongtype::longString)
        return TakeoverWords::tr("a string of more than 64 KiB");
    if (detail == wrongtype::severalHolders)
        return TakeoverWords::tr("a hash with more than one field");
    if (detail == wrongtype::largeHash)
        return TakeoverWords::tr("a hash of more than 64 KiB");
    if (detail == wrongtype::noCount)
        return TakeoverWords::tr("a hash that counts no holds");
    const std::pair<const char *, KeyType> types[] = {{"list", KeyType::List},
        {"set", KeyType::Set}, {"zset", KeyType::SortedSet}, {"stream", KeyType::Stream}};
    for (const auto &[name, type] : types) {
        if (detail == QLatin1String(name))
            return typeWords(type);
    }
    return typeWords(KeyType::Other);
}

QString wordsOfFamily(Family family)
{
    switch (family) {
    case Family::Counter:
        return TakeoverWords::tr("a counter");
    case Family::Bucket:
        return TakeoverWords::tr("a rate limit");
    case Family::Lock:
        break;
    }
    return TakeoverWords::tr("a lock of several holders");
}

} // namespace

QString takeoverWarning(const Endpoint &server, const QByteArray &key, const ReleaseLook &look)
{
    const auto line = [](const QString &pattern, const QString &value) {
        return pattern.arg(value) + u'\n';
    };
    return doubts(look) + line(TakeoverWords::tr("Server: %1"), serverOf(server))
        + line(TakeoverWords::tr("Lock: %1"), wording::key(key))
        + line(TakeoverWords::tr("Holder: %1"), holderOf(*look.lock))
        + line(TakeoverWords::tr("Held for: %1"), heldFor(look.hold))
        + line(TakeoverWords::tr("Renewals: %1"), renewalsOf(look.hold))
        + line(TakeoverWords::tr("Waiting: %1"), waitersOf(look.hold))
        + paragraph(TakeoverWords::tr("Ends: %1").arg(endOf(*look.lock)))
        + TakeoverWords::tr(
            "Releasing it lets the next one in at once. The holder is not told: if it is still "
            "working, two will be at work at the same time, and what the lock protects may be done "
            "twice or overwritten. Release it only if you are sure that the holder is gone.");
}

QString releaseWord()
{
    return QStringLiteral("release");
}

QString releaseWordSentence()
{
    return TakeoverWords::tr("Type %1 to release it anyway:").arg(releaseWord());
}

QString notHeldSentence(
    const QByteArray &key, const std::optional<StandingLock> &now, const QByteArray &token)
{
    if (!now)
        return TakeoverWords::tr("Nobody holds %1. Nothing was released.").arg(wording::key(key));
    // If the tokens differ only where they are cut, they are shown whole.
    const bool areAlike = wording::key(token) == wording::key(now->token);
    const qsizetype limit = areAlike ? 0 : 80;
    return TakeoverWords::tr("%1 is not held by %2 but by %3. Nothing was released.")
        .arg(wording::key(key), wording::key(token, limit), wording::key(now->token, limit));
}

QString productionSentence(const QString &where)
{
    return TakeoverWords::tr(
        "%1 is marked as production: no lock is released there. Unmark it where you connect to it, "
        "in the window.")
        .arg(foreignWords(where));
}

QString releaseErrorSentences(const Error &error, const Endpoint &server)
{
    const QString where = server.display();
    if (error.code == ErrorCode::ProductionServer)
        return productionSentence(where);
    const QString outcome = error.mayHaveRun
        ? TakeoverWords::tr("It is not known whether the lock was released. Look at the key.")
        : TakeoverWords::tr("Nothing was released.");
    const QString sentences = errorMessage(error, where) + u' ' + outcome;
    return error.code == ErrorCode::NoPerm ? sentences + u'\n' + rightsSentence(server.user)
                                           : sentences;
}

QString longTokenSentence(const QByteArray &key, qsizetype shown)
{
    return TakeoverWords::tr("The token of %1 is longer than the %2 bytes that are shown. Nothing "
                             "was released. lockstep "
                             "unlock releases it, given the whole token.")
        .arg(wording::key(key), QString::number(shown));
}

QString noLockSentence(const QByteArray &key, const QString &detail)
{
    return TakeoverWords::tr(
        "Cannot release %1: it is %2, not a lock with one holder. Nothing was released.")
        .arg(wording::key(key), wrongTypeWords(detail));
}

QString notRecognisedSentence(const QByteArray &key, const ReleaseLook &look)
{
    if (!look.recognition)
        return TakeoverWords::tr(
            "Cannot release %1: it is %2 that is not recognised as a lock. If it is one, a rule "
            "can say so: in the window Rules… (Ctrl+L), on the command line --rules. Nothing was "
            "released.")
            .arg(wording::key(key), typeWords(look.type));
    const Format &format = *look.recognition->format;
    if (look.recognition->primary != key)
        return TakeoverWords::tr("Cannot release %1: it is a part of %2. Nothing was released.")
            .arg(wording::key(key), wording::key(look.recognition->primary));
    const QString kind = format.library().isEmpty()
        ? format.kind()
        : QStringLiteral("%1, %2").arg(format.kind(), format.library());
    return TakeoverWords::tr("Cannot release %1: it is %2 (%3), not a lock with one holder. "
                             "Nothing was released.")
        .arg(wording::key(key), wordsOfFamily(format.family()), kind);
}

QString takeoverSentence(const QByteArray &key, Takeover outcome)
{
    switch (outcome) {
    case Takeover::Released:
        return TakeoverWords::tr("%1 is released.").arg(wording::key(key));
    case Takeover::ReleasedUnheard:
        return TakeoverWords::tr("%1 is released, but this user may not PUBLISH: whoever waits for "
                                 "it is not woken, and finds out when it looks again.")
            .arg(wording::key(key));
    case Takeover::NotHeld:
        return TakeoverWords::tr(
            "%1 changed at the last moment: somebody else holds it now, or nobody. Nothing was "
            "released.")
            .arg(wording::key(key));
    }
    return {};
}

QString auditSentence(const Error &error)
{
    return TakeoverWords::tr("The release was not written down: %1")
        .arg(foreignWords(error.detail));
}

} // namespace lockstep
