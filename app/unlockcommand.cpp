#include "app/unlockcommand.h"

#include "app/confirmation.h"
#include "app/credentials.h"
#include "app/output.h"
#include "core/coordination/takeover.h"
#include "core/redis/productionservers.h"
#include "ui/errormessage.h"
#include "ui/takeoverwords.h"

#include <QCoreApplication>
#include <QSettings>

// The only command that writes to a server which is not ours. It says what it is about to do and to
// whom, takes no for an answer, and releases nothing but the token that was named: what changed
// while the question stood is not touched.

namespace lockstep {

namespace {

class UnlockWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::UnlockCommand)
};

int fail(const Error &error, const Endpoint &endpoint)
{
    printMessage(errorMessage(error, endpoint.display()));
    if (error.mayHaveRun)
        printMessage(unknownReleaseSentence());
    return 1;
}

QCoro::Task<Result<void>> openAskingForPassword(std::unique_ptr<Connection> &connection)
{
    Result<void> opened = co_await connection->open();
    const bool credentials = !opened
        && (opened.error().code == ErrorCode::NoAuth
            || opened.error().code == ErrorCode::WrongPass);
    if (!credentials)
        co_return opened;
    Endpoint endpoint = connection->endpoint();
    const auto password = askPassword(endpoint.display());
    if (!password)
        co_return opened;
    endpoint.password = *password;
    connection = std::make_unique<Connection>(endpoint);
    co_return co_await connection->open();
}

QCoro::Task<int> unlock(const Arguments &arguments)
{
    const Endpoint &endpoint = *arguments.endpoint;
    auto connection = std::make_unique<Connection>(endpoint);
    const Result<void> opened = co_await openAskingForPassword(connection);
    if (!opened)
        co_return fail(opened.error(), endpoint);
    const auto lock = co_await readLock(connection.get(), arguments.key);
    if (!lock && lock.error().code == ErrorCode::WrongType) {
        printMessage(noLockSentence(arguments.key, lock.error().detail));
        co_return 1;
    }
    if (!lock)
        co_return fail(lock.error(), endpoint);
    if (!*lock || (*lock)->token != arguments.token) {
        printMessage(notHeldSentence(arguments.key, *lock, arguments.token));
        co_return 1;
    }
    printMessage(takeoverWarning(arguments.key, **lock));
    if (!arguments.yes && !confirmed(UnlockWords::tr("Type yes to release it: "))) {
        printMessage(UnlockWords::tr("Nothing was released."));
        co_return 1;
    }
    const auto outcome = co_await takeLockAway(connection.get(), arguments.key, **lock);
    if (!outcome)
        co_return fail(outcome.error(), endpoint);
    printMessage(takeoverSentence(arguments.key, *outcome));
    co_return *outcome == Takeover::NotHeld ? 1 : 0;
}

} // namespace

int runUnlock(const Arguments &arguments)
{
    if (!arguments.yes && !canAsk()) {
        printMessage(UnlockWords::tr(
            "There is nobody to ask: standard input is no terminal. Add --yes to release the lock "
            "without a question."));
        return 2;
    }
    QSettings settings;
    if (ProductionServers(&settings).contains(*arguments.endpoint)) {
        printMessage(productionSentence(arguments.endpoint->display()));
        return 1;
    }
    return QCoro::waitFor(unlock(arguments));
}

} // namespace lockstep
