#pragma once

#include "tests/e2e/programpath.h"
#include "tests/support/servers/testserver.h"

#include <QProcess>
#include <QTemporaryDir>

namespace lockstep {

// The built program, run to its end by somebody without a display.
struct Outcome
{
    int status = -1;
    QByteArray out;
    QByteArray err;
};

inline QProcessEnvironment withoutDisplay()
{
    static const QTemporaryDir home; // of settings and of what is written down, not the user's
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "REDISCLI_AUTH"})
        environment.remove(QString::fromLatin1(name));
    environment.insert(u"XDG_CONFIG_HOME"_qs, home.filePath(u"config"_qs));
    environment.insert(u"XDG_DATA_HOME"_qs, home.filePath(u"data"_qs));
    return environment;
}

inline Outcome lockstepRun(
    const QStringList &arguments, const QProcessEnvironment &environment = withoutDisplay())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(programPath(), arguments);
    if (!process.waitForFinished(240'000))
        process.kill();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError()};
}

inline QString uri(const TestServer &server)
{
    return QStringLiteral("unix://") + server.socketPath();
}

} // namespace lockstep
