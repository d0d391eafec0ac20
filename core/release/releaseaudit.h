#pragma once

#include "core/coordination/takeover/standinglock.h"
#include "core/redis/identity/serveridentity.h"
#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

namespace lockstep {

// One release by hand, as it is written down.
struct ReleaseRecord
{
    Endpoint endpoint;
    ServerIdentity server;
    QByteArray key;
    StandingLock lock; // of its token only the digest is written
    Result<Takeover> outcome;
};

// The file in which every release by hand is written down, a JSON object a line: when, by which
// user of this machine, on which server, key, digest of the token, holds, outcome. Only that user
// may read it. Lines are only ever appended; a file of a megabyte is set aside as FILE.1, in place
// of the one before, and a new one is begun.
class ReleaseAudit
{
public:
    // The usual place: releases.jsonl in the folder of the application's data.
    static QString usualFile();

    explicit ReleaseAudit(QString file = usualFile());

    [[nodiscard]] const QString &file() const { return m_file; }
    // May be called from any thread; blocks as long as the disk does.
    // Errors: FileUnreadable, detail: path and reason.
    Result<void> append(const ReleaseRecord &record) const;

private:
    QString m_file;
};

} // namespace lockstep
