#pragma once

#include "core/redis/privateserver/privateserver.h"

namespace lockstep {

class PrivateServerFolder;

// The redis-server or valkey-server that private servers run, and how it is called.
class ServerProgram
{
public:
    // The one that LOCKSTEP_REDIS_SERVER names, or else the first in PATH.
    // Errors: ServerProgramMissing, PrivateServerFailed where the variable names no program.
    static Result<ServerProgram> find();
    ServerProgram() = default; // stands for no program

    [[nodiscard]] const QString &path() const { return m_path; }
    // The path for a message, with the name of the environment variable if it comes from there.
    [[nodiscard]] QString description() const;
    // port: the one it listens on at 127.0.0.1; 0 for none. For a clock that stands still or is
    // shifted, the program is run once for its version.
    [[nodiscard]] QStringList arguments(const PrivateServerFolder &folder, quint16 port,
        const PrivateServer::Options &options) const;

private:
    explicit ServerProgram(QString path);

    QString m_path;
};

} // namespace lockstep
