#include "app/profiles/connectiontest.h"

#include "ui/text/errormessage.h"
#include "ui/text/listwords.h"

namespace lockstep {

ConnectionTest::ConnectionTest(const Endpoint &endpoint, QObject *parent)
    : QObject(parent)
    , m_endpoint(endpoint)
{
    connect(&m_check, &ServerCheck::described, this, &ConnectionTest::onDescribed);
    connect(&m_passwords, &PasswordKeeping::found, this, &ConnectionTest::onPasswordFound);
}

void ConnectionTest::onDescribed(const Endpoint &endpoint, const Result<ServerSummary> &summary)
{
    if (summary)
        return Q_EMIT finished({TestResult::State::Works, summarySentence(*summary)});
    m_refusal = summary.error();
    if (asksForPassword(m_refusal, endpoint) && !std::exchange(m_isKeychainAsked, true))
        m_passwords.read(endpoint);
    else
        fail({});
}

void ConnectionTest::onPasswordFound(const Endpoint &endpoint, const QString &trouble)
{
    const bool isAnyNew = endpoint.password != m_endpoint.password
        || endpoint.sentinels.password != m_endpoint.sentinels.password;
    if (isAnyNew)
        m_check.describe(endpoint);
    else
        fail(trouble);
}

void ConnectionTest::fail(const QString &remark)
{
    QStringList sentences{errorMessage(m_refusal, m_endpoint.display())};
    if (!remark.isEmpty())
        sentences << remark;
    Q_EMIT finished({TestResult::State::Fails, sentenceList(sentences)});
}

} // namespace lockstep
