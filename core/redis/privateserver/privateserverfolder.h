#pragma once

#include "core/redis/values/error.h"

#include <QTemporaryDir>

#include <memory>

namespace lockstep {

// The private folder of one private server, and the tidying of those whose owners are dead. Its
// marker file "owner" is locked as long as the owner lives; "server" names the process that runs in
// it.
class PrivateServerFolder
{
public:
    // Under $XDG_RUNTIME_DIR, or the temporary folder where that is not set or too long for a
    // socket. Errors: PrivateServerFailed.
    static Result<std::unique_ptr<PrivateServerFolder>> make();
    ~PrivateServerFolder(); // removes the folder
    PrivateServerFolder(const PrivateServerFolder &) = delete;
    PrivateServerFolder &operator=(const PrivateServerFolder &) = delete;

    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] QString socketPath() const;
    [[nodiscard]] QString logPath() const;
    // The end of the log, at most some lines.
    [[nodiscard]] QString lastLogLines() const;

    // A configuration file that only this user can read; returns its name. Errors:
    // PrivateServerFailed.
    Result<QString> writeSettings(const QByteArray &settings);
    // Records the server's process, so that a later start can kill it if it outlives its owner.
    Result<void> recordServer(qint64 processId);

    // Removes the folders of dead owners and kills servers still running in them. Touches only what
    // belongs to this user.
    static void removeLeftOvers();

private:
    explicit PrivateServerFolder(const QString &nameTemplate);
    Result<void> claim();

    QTemporaryDir m_folder;
    int m_markerFile = -1; // open and locked
};

} // namespace lockstep
