// The file lies beside the server's socket, in the folder of its private server: so whoever has the
// address of a private server has its clock, and it goes with the folder.

#include "core/redis/privateserver/serverclock.h"

#include "core/redis/values/coretext.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr qint64 microsecondsPerMs = 1000;
constexpr auto fileName = QLatin1String("clock");
constexpr auto clockVariable = "LOCKSTEP_CLOCK"; // see preloadedclock.cpp
constexpr auto linkName = QLatin1String(LOCKSTEP_CLOCK_LIBRARY);

QString pathIn(const QString &folder, QLatin1String name)
{
    return folder + u'/' + name;
}

// The path of the library, searched relative to the program as built, as installed, and to a test.
// Empty if it is not there.
QString libraryPath()
{
    const QString program = QCoreApplication::applicationDirPath();
    for (const auto &folder :
        {QStringLiteral("/../lib/lockstep"), QStringLiteral("/../../lib/lockstep")}) {
        const QFileInfo library(pathIn(program + folder, linkName));
        if (library.isFile())
            return library.canonicalFilePath();
    }
    return {};
}

// LD_PRELOAD takes no path with a space or a colon in it, so the link is named relative to the
// folder, in which the server is started.
std::pair<QString, QString> preload()
{
    return {QStringLiteral("LD_PRELOAD"), QStringLiteral("./") + linkName};
}

} // namespace

Result<void> ServerClock::prepare(const QString &folder, qint64 ms)
{
    const qint64 first = ms * microsecondsPerMs;
    QFile file(pathIn(folder, fileName));
    if (!file.open(QIODevice::WriteOnly)
        || file.write(reinterpret_cast<const char *>(&first), sizeof(first)) != sizeof(first)
        || !file.flush())
        return failure(ErrorCode::PrivateServerFailed,
            file.fileName() + QStringLiteral(": ") + file.errorString());
    return linkLibrary(folder);
}

Result<void> ServerClock::linkLibrary(const QString &folder)
{
    const QString library = libraryPath();
    if (library.isEmpty())
        return failure(ErrorCode::PrivateServerFailed,
            CoreText::tr("the library %1 is missing; it belongs into lib/lockstep beside the "
                         "folder of the program")
                .arg(linkName));
    if (QFile link(library); !link.link(pathIn(folder, linkName)))
        return failure(ErrorCode::PrivateServerFailed,
            pathIn(folder, linkName) + QStringLiteral(": ") + link.errorString());
    return {};
}

QList<std::pair<QString, QString>> ServerClock::environment(const QString &folder)
{
    return {preload(), {QLatin1String(clockVariable), pathIn(folder, fileName)}};
}

QList<std::pair<QString, QString>> ServerClock::shiftedEnvironment(const QString &folder)
{
    return {preload(), {QLatin1String(clockVariable), u'+' + pathIn(folder, fileName)}};
}

QList<std::pair<QString, QString>> ServerClock::heldEnvironment()
{
    return {preload(), {QLatin1String(clockVariable), QStringLiteral("held")}};
}

Result<std::unique_ptr<ServerClock>> ServerClock::open(const Endpoint &endpoint)
{
    const QString path = pathIn(QFileInfo(endpoint.path).path(), fileName);
    const int file = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CLOEXEC);
    void *const mapped = file < 0
        ? MAP_FAILED
        : ::mmap(nullptr, sizeof(Microseconds), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    const int why = errno;
    if (file >= 0)
        ::close(file);
    if (mapped == MAP_FAILED && why == ENOMEM)
        return failure(ErrorCode::BadInput,
            CoreText::tr("the memory ran out while the clock of a server was set up; give the "
                         "program more"));
    if (mapped == MAP_FAILED)
        return failure(ErrorCode::BadInput,
            CoreText::tr("the server at %1 does not run on a clock of the lab's")
                .arg(endpoint.path));
    return std::unique_ptr<ServerClock>(new ServerClock(static_cast<Microseconds *>(mapped)));
}

ServerClock::ServerClock(Microseconds *mapped)
    : m_mapped(mapped)
{
}

ServerClock::~ServerClock()
{
    ::munmap(m_mapped, sizeof(Microseconds));
}

void ServerClock::set(qint64 ms)
{
    m_mapped->store((beginning + ms) * microsecondsPerMs, std::memory_order_release);
}

void ServerClock::shift(qint64 ms)
{
    m_mapped->store(ms * microsecondsPerMs, std::memory_order_release);
}

qint64 ServerClock::now() const
{
    return m_mapped->load(std::memory_order_acquire) / microsecondsPerMs - beginning;
}

} // namespace lockstep
