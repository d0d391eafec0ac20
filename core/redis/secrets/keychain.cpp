// QtKeychain talks to whatever keychain the desktop has. Its fallback, a plain file where there is
// none, stays off. A job deletes itself when it has ended, also one that is no longer waited for.
// So what it says is taken at once, inside its signal.

#include "core/redis/secrets/keychain.h"

#include "core/redis/secrets/keychainlock.h"

#include <QCoroTimer>

#include <QDeadlineTimer>
#include <QLibrary>
#include <QTimer>

#include <qt6keychain/keychain.h>

namespace lockstep {

using namespace std::chrono_literals;

namespace {

const QString service = QStringLiteral("lockstep");
constexpr auto answerTime = 5s; // if the keychain asks its user nothing
constexpr auto questionTime = 60s; // if its user may have to type its password

QString sentinelsName(const Endpoint &endpoint)
{
    return QStringLiteral("sentinels ") + QString::fromUtf8(endpoint.sentinels.user)
        + QLatin1Char('@') + passwordName(endpoint);
}

// The Secret Service's library uses the connection to the session bus that GLib has for the whole
// program. When that bus goes away, as it does when its user signs out, GLib ends the program by
// SIGTERM unless it is told otherwise (GDBusConnection:exit-on-close): a watch has to go on. GLib
// is there only because that library has loaded it, so its functions are looked up.
void outliveSessionBus()
{
    QLibrary gio(QStringLiteral("gio-2.0"), 0);
    QLibrary gobject(QStringLiteral("gobject-2.0"), 0);
    constexpr int sessionBus = 2; // G_BUS_TYPE_SESSION
    const auto get =
        reinterpret_cast<void *(*)(int, void *, void **)>(gio.resolve("g_bus_get_sync"));
    const auto setExit =
        reinterpret_cast<void (*)(void *, int)>(gio.resolve("g_dbus_connection_set_exit_on_close"));
    const auto unref = reinterpret_cast<void (*)(void *)>(gobject.resolve("g_object_unref"));
    void *bus = get && setExit && unref ? get(sessionBus, nullptr, nullptr) : nullptr;
    if (!bus)
        return;
    setExit(bus, 0);
    unref(bus);
}

// What a job says when it has ended.
struct JobResult
{
    QKeychain::Error error;
    QString words; // about the error
    QByteArray password; // that a reading job has found
};

// Starts the job and waits for its end; empty: it did not end in time. The coroutine does not
// continue inside the job's signal, which comes from the middle of a foreign library.
QCoro::Task<std::optional<JobResult>> resultOf(QKeychain::Job *job, QDeadlineTimer until)
{
    std::optional<JobResult> result;
    QTimer wait;
    wait.setSingleShot(true);
    QObject::connect(
        job, &QKeychain::Job::finished, &wait, [&result, &wait](const QKeychain::Job *ended) {
            const auto *reading = qobject_cast<const QKeychain::ReadPasswordJob *>(ended);
            result = JobResult{ended->error(), ended->errorString(),
                reading ? reading->binaryData() : QByteArray()};
            wait.start(0ms);
        });
    job->start();
    wait.start(std::chrono::milliseconds(until.remainingTime()));
    co_await wait;
    co_return result;
}

// Returns what a reading job has found; empty if there is no entry, and for other jobs.
QCoro::Task<KeychainResult<QByteArray>> finish(
    QKeychain::Job *job, QString name, QDeadlineTimer until)
{
    job->setInsecureFallback(false);
    job->setAutoDelete(true);
    job->setKey(name);
    const auto result = co_await resultOf(job, until);
    if (!result)
        co_return tl::unexpected(KeychainTrouble{KeychainTrouble::Reason::Silent, {}});
    outliveSessionBus();
    if (result->error == QKeychain::NoError)
        co_return result->password;
    // What its user did not unlock is reported as if it were not there.
    const auto open = co_await keychainIsOpen(answerTime);
    if (!open && open.error().reason == KeychainTrouble::Reason::Locked)
        co_return tl::unexpected(KeychainTrouble{KeychainTrouble::Reason::Denied, {}});
    if (!open)
        co_return tl::unexpected(open.error());
    if (result->error == QKeychain::EntryNotFound)
        co_return QByteArray();
    const bool isDenied =
        result->error == QKeychain::AccessDenied || result->error == QKeychain::AccessDeniedByUser;
    co_return tl::unexpected(KeychainTrouble{
        isDenied ? KeychainTrouble::Reason::Denied : KeychainTrouble::Reason::Missing,
        result->words});
}

QCoro::Task<KeychainResult<QByteArray>> readOne(QString name, QDeadlineTimer until)
{
    return finish(new QKeychain::ReadPasswordJob(service), name, until);
}

QCoro::Task<KeychainResult<QByteArray>> keepOne(
    QString name, QByteArray password, QDeadlineTimer until)
{
    auto *job = new QKeychain::WritePasswordJob(service);
    job->setBinaryData(password);
    return finish(job, name, until);
}

QCoro::Task<KeychainResult<QByteArray>> forgetOne(QString name, QDeadlineTimer until)
{
    return finish(new QKeychain::DeletePasswordJob(service), name, until);
}

} // namespace

QString passwordName(const Endpoint &endpoint)
{
    Endpoint server = endpoint;
    server.database = 0; // all databases of a server have one password
    return server.display();
}

Keychain::Keychain(Questions questions)
    : m_questions(questions)
{
}

QCoro::Task<KeychainResult<void>> Keychain::begin() const
{
    if (m_questions == Questions::None)
        co_return co_await keychainIsOpen(answerTime);
    co_return KeychainResult<void>();
}

std::chrono::milliseconds Keychain::patience() const
{
    return m_questions == Questions::None ? answerTime : questionTime;
}

QCoro::Task<KeychainResult<Passwords>> Keychain::read(Endpoint endpoint)
{
    const QDeadlineTimer until(patience());
    if (const auto begun = co_await begin(); !begun)
        co_return tl::unexpected(begun.error());
    Passwords passwords;
    const auto server = co_await readOne(passwordName(endpoint), until);
    if (!server)
        co_return tl::unexpected(server.error());
    passwords.server = *server;
    if (endpoint.isFoundBySentinels()) {
        const auto sentinels = co_await readOne(sentinelsName(endpoint), until);
        if (!sentinels)
            co_return tl::unexpected(sentinels.error());
        passwords.sentinels = *sentinels;
    }
    co_return passwords;
}

QCoro::Task<KeychainResult<void>> Keychain::keep(Endpoint endpoint)
{
    const QDeadlineTimer until(patience());
    if (const auto begun = co_await begin(); !begun)
        co_return begun;
    if (!endpoint.password.isEmpty()) {
        const auto kept = co_await keepOne(passwordName(endpoint), endpoint.password, until);
        if (!kept)
            co_return tl::unexpected(kept.error());
    }
    if (endpoint.isFoundBySentinels() && !endpoint.sentinels.password.isEmpty()) {
        const auto kept =
            co_await keepOne(sentinelsName(endpoint), endpoint.sentinels.password, until);
        if (!kept)
            co_return tl::unexpected(kept.error());
    }
    co_return KeychainResult<void>();
}

QCoro::Task<KeychainResult<void>> Keychain::forget(Endpoint endpoint)
{
    const QDeadlineTimer until(patience());
    if (const auto begun = co_await begin(); !begun)
        co_return begun;
    const auto server = co_await forgetOne(passwordName(endpoint), until);
    if (!server)
        co_return tl::unexpected(server.error());
    if (endpoint.isFoundBySentinels()) {
        const auto sentinels = co_await forgetOne(sentinelsName(endpoint), until);
        if (!sentinels)
            co_return tl::unexpected(sentinels.error());
    }
    co_return KeychainResult<void>();
}

} // namespace lockstep
