// `lockstep unlock`, which deletes a lock on the user's server. It says what it is about to do and
// to whom, and does nothing unless the user agrees. It releases the lock only from the token that
// was named: if the holder changed while the question stood, nothing happens.

#include "app/commands/unlockcommand.h"

#include "app/profiles/keptpasswords.h"
#include "app/profiles/savedprofiles.h"
#include "app/terminal/confirmation.h"
#include "app/terminal/credentials.h"
#include "app/terminal/output.h"
#include "core/redis/values/redirection.h"
#include "core/release/release.h"
#include "ui/connect/profilewords.h"
#include "ui/text/errormessage.h"
#include "ui/watchtext/takeoverwords.h"

#include <QCoreApplication>
#include <QSettings>

namespace lockstep {

namespace {

class UnlockWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::UnlockCommand)
};

int fail(const Error &error, const Endpoint &endpoint)
{
    printMessage(releaseErrorSentences(error, endpoint));
    printWhereToGivePassword(error);
    return 1;
}

ConnectionOptions releaseOptions()
{
    ConnectionOptions options;
    options.maxReplyBytes = largestReleaseReply;
    return options;
}

QCoro::Task<Result<void>> openAskingForPassword(
    const Arguments &arguments, std::unique_ptr<Connection> &connection)
{
    Result<void> opened = co_await connection->open();
    const bool credentials = !opened
        && (opened.error().code == ErrorCode::NoAuth
            || opened.error().code == ErrorCode::WrongPass);
    if (!credentials)
        co_return opened;
    if (!arguments.keychainTrouble.isEmpty())
        printMessage(arguments.keychainTrouble);
    Endpoint endpoint = connection->endpoint();
    const auto password = askPassword(endpoint.display());
    if (!password)
        co_return opened;
    const bool isToBeKept = isTypedPasswordToBeKept(arguments);
    endpoint.password = *password;
    connection = std::make_unique<Connection>(endpoint, releaseOptions());
    opened = co_await connection->open();
    if (opened && isToBeKept)
        printMessage(co_await keepTypedPassword(endpoint));
    co_return opened;
}

// Looks up the lock. In a Cluster this happens at the node that serves the key, and the connection
// leads to that node afterwards. Slots may move meanwhile, so more than one node may have to be
// asked.
QCoro::Task<Result<ReleaseLook>> lookWhereTheKeyIs(const Arguments &arguments,
    std::unique_ptr<Connection> &connection, std::shared_ptr<const Catalogue> catalogue,
    ProductionServers production)
{
    constexpr int mostNodes = 5;
    std::optional<HostPort> named; // the node that the last answer named
    for (int node = 1;; ++node) {
        const Result<void> opened = co_await openAskingForPassword(arguments, connection);
        if (!opened && named)
            co_return tl::unexpected(
                nodeError(opened.error(), *named, connection->endpoint().reached(*named)));
        if (!opened)
            co_return tl::unexpected(opened.error());
        auto look =
            co_await lookBeforeRelease(connection.get(), catalogue, production, arguments.key);
        const Endpoint asked = connection->server();
        const auto owner = look ? std::nullopt : movedTo(look.error(), asked);
        if (!owner || node == mostNodes)
            co_return look;
        named = owner;
        connection =
            std::make_unique<Connection>(asked.at(asked.reached(*owner)), releaseOptions());
    }
}

// Why the lock may not be released; nothing if it may.
std::optional<QString> refusal(const Arguments &arguments, const ReleaseLook &look)
{
    using enum ReleaseLook::Verdict;
    if (look.verdict == OtherKind || look.verdict == Unrecognised)
        return notRecognisedSentence(arguments.key, look);
    if (!look.lock || look.lock->token != arguments.token)
        return notHeldSentence(arguments.key, look.lock, arguments.token);
    return std::nullopt;
}

// Shows the warning and asks. Returns false if the user does not agree, and has printed why nothing
// is done.
bool isWanted(const Arguments &arguments, const Endpoint &server, const ReleaseLook &look)
{
    printMessage(takeoverWarning(server, arguments.key, look));
    const bool isDoubtful = look.verdict == ReleaseLook::Verdict::PossibleLock;
    if (arguments.yes && isDoubtful && !arguments.acceptsPossible) {
        printMessage(
            UnlockWords::tr("This may not be a lock, so --yes is not enough: add --possible, or "
                            "say by a rule that it is one (--rules). Nothing was released."));
        return false;
    }
    const bool isConfirmed = arguments.yes
        || (isDoubtful && !arguments.acceptsPossible
                ? confirmed(releaseWordSentence() + u' ', releaseWord())
                : confirmed(UnlockWords::tr("Type yes to release it: ")));
    if (!isConfirmed)
        printMessage(UnlockWords::tr("Nothing was released."));
    return isConfirmed;
}

QCoro::Task<int> unlock(const Arguments &arguments, std::shared_ptr<const Catalogue> catalogue)
{
    QSettings settings;
    const ProductionServers production(&settings);
    auto connection = std::make_unique<Connection>(*arguments.endpoint, releaseOptions());
    const auto look = co_await lookWhereTheKeyIs(arguments, connection, catalogue, production);
    const Endpoint endpoint = connection->endpoint();
    if (!look && look.error().code == ErrorCode::WrongType) {
        printMessage(noLockSentence(arguments.key, look.error().detail));
        co_return 1;
    }
    if (!look)
        co_return fail(look.error(), endpoint);
    if (const auto why = refusal(arguments, *look)) {
        printMessage(*why);
        co_return 1;
    }
    if (!isWanted(arguments, endpoint, *look))
        co_return 1;
    const auto report = co_await releaseLock(
        connection.get(), production, ReleaseAudit(), arguments.key, *look->lock);
    const int status = report.outcome ? 0 : fail(report.outcome.error(), endpoint);
    if (report.outcome)
        printMessage(takeoverSentence(arguments.key, *report.outcome));
    if (!report.audit)
        printMessage(auditSentence(report.audit.error()));
    co_return report.outcome == Takeover::NotHeld ? 1 : status;
}

} // namespace

int runUnlock(const Arguments &arguments)
{
    if (!arguments.yes && !canAsk()) {
        printMessage(UnlockWords::tr(
            "Cannot ask: standard input is not a terminal. Add --yes to release the lock without a "
            "question."));
        return 2;
    }
    const auto catalogue = Catalogue::load(arguments.rulesFile);
    if (!catalogue) {
        printMessage(errorMessage(catalogue.error(), {}));
        return catalogue.error().code == ErrorCode::BadInput ? 2 : 1;
    }
    if (const auto marked = markProfilesOfProduction(); !marked)
        printMessage(profilesTrouble(marked.error()));
    return QCoro::waitFor(unlock(arguments, *catalogue));
}

} // namespace lockstep
