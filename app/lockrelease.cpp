#include "app/lockrelease.h"

#include "core/watch/reading.h"
#include "ui/errormessage.h"
#include "ui/takeoverwords.h"

#include <QMessageBox>
#include <QPushButton>

namespace lockstep {

LockRelease::LockRelease(const Endpoint &endpoint, QWidget *window)
    : m_server(endpoint.display())
    , m_window(window)
    , m_takeover(endpoint)
{
    connect(&m_takeover, &LockTakeover::known, this, &LockRelease::onKnown);
    connect(&m_takeover, &LockTakeover::ended, this, &LockRelease::onEnded);
}

void LockRelease::ask(const QByteArray &key, const QByteArray &token)
{
    m_key = key;
    m_token = token;
    m_takeover.read(key);
}

void LockRelease::onKnown(const QByteArray &key, const Result<std::optional<StandingLock>> &lock)
{
    if (key != m_key) // another one was asked for since
        return;
    if (!lock && lock.error().code == ErrorCode::WrongType)
        tell(noLockSentence(key, lock.error().detail));
    else if (!lock)
        tell(lock.error());
    else if (*lock && (*lock)->token.size() > Holder::mostToken)
        tell(longTokenSentence(key, Holder::mostToken)); // what was shown is not all of it
    else if (!*lock || (*lock)->token != m_token)
        tell(notHeldSentence(key, *lock, m_token));
    else
        confirm(key, **lock);
}

void LockRelease::confirm(const QByteArray &key, const StandingLock &lock)
{
    auto *box = new QMessageBox(QMessageBox::Warning, tr("Release a lock"),
        takeoverWarning(key, lock), QMessageBox::Cancel, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    box->setDefaultButton(QMessageBox::Cancel);
    QPushButton *release = box->addButton(tr("Release"), QMessageBox::DestructiveRole);
    connect(
        release, &QPushButton::clicked, this, [this, key, lock] { m_takeover.take(key, lock); });
    box->open();
}

void LockRelease::onEnded(const QByteArray &key, const Result<Takeover> &outcome)
{
    if (!outcome)
        tell(outcome.error());
    else if (*outcome != Takeover::Released) // that it is free shows in the table
        tell(takeoverSentence(key, *outcome));
}

void LockRelease::tell(const Error &error)
{
    QString sentence = errorMessage(error, m_server);
    if (error.mayHaveRun)
        sentence += u' ' + unknownReleaseSentence();
    tell(sentence);
}

void LockRelease::tell(const QString &sentence)
{
    auto *box = new QMessageBox(
        QMessageBox::Warning, tr("Release a lock"), sentence, QMessageBox::Ok, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace lockstep
