#pragma once

#include "app/profiles/passwordkeeping.h"
#include "core/redis/identity/servercheck.h"
#include "ui/connect/testresult.h"

namespace lockstep {

// Tries a connection once, and says what was found: an address without its password has that of the
// desktop's keychain, as if it were opened, but nobody is asked to type one. Deleting it, as its
// parent does, ends the test: no signal follows.
class ConnectionTest : public QObject
{
    Q_OBJECT

public:
    ConnectionTest(const Endpoint &endpoint, QObject *parent);

    // Does not block; finished() follows. To be called once.
    void start() { m_check.describe(m_endpoint); }

Q_SIGNALS:
    void finished(const lockstep::TestResult &result);

private:
    void onDescribed(const Endpoint &endpoint, const Result<ServerSummary> &summary);
    void onPasswordFound(const Endpoint &endpoint, const QString &trouble);
    void fail(const QString &remark);

    Endpoint m_endpoint;
    Error m_refusal; // why the last attempt was refused
    bool m_isKeychainAsked = false;
    ServerCheck m_check;
    PasswordKeeping m_passwords;
};

} // namespace lockstep
