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
    ServerProgram() = default; // none

    [[nodiscard]] const QString &path() const { return m_path; }
    // For a message: the path, and the variable where that has named it.
    [[nodiscard]] QString description() const;
    // port: of 127.0.0.1; 0: none. Where the clock is ours, the program is asked for its version.
    [[nodiscard]] QStringList arguments(const PrivateServerFolder &folder, quint16 port,
        const PrivateServer::Options &options) const;

private:
    explicit ServerProgram(QString path);

    QString m_path;
};

} // namespace lockstep
