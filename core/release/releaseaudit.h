#pragma once

#include "core/coordination/takeover/standinglock.h"
#include "core/redis/identity/serveridentity.h"
#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

namespace lockstep {

// The data of one release by hand that is logged.
struct ReleaseRecord
{
    Endpoint endpoint;
    ServerIdentity server;
    QByteArray key;
    StandingLock lock; // only a digest of its token is written
    Result<Takeover> outcome;
};

// The log of all releases by hand, with one JSON object per line: when, by which user of this
// machine, on which server, key, digest of the token, holds, outcome. Only that user may read the
// file. Lines are only appended. A file of a megabyte is renamed to FILE.1, which replaces the one
// before, and a new file is begun.
class ReleaseAudit
{
public:
    // The usual path: releases.jsonl in the application's data folder.
    static QString usualFile();

    explicit ReleaseAudit(QString file = usualFile());

    [[nodiscard]] const QString &file() const { return m_file; }
    // May be called on any thread; blocks as long as the disk does. Errors: FileUnreadable with
    // path and reason.
    Result<void> append(const ReleaseRecord &record) const;

private:
    QString m_file;
};

} // namespace lockstep
