#include "app/window/lockrelease.h"

#include "ui/text/errormessage.h"
#include "ui/watchtext/takeoverwords.h"

#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

namespace lockstep {

LockRelease::LockRelease(
    const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue, QWidget *window)
    : m_server(endpoint.display())
    , m_window(window)
    , m_takeover(endpoint, std::move(catalogue))
{
    connect(&m_takeover, &LockTakeover::known, this, &LockRelease::onKnown);
    connect(&m_takeover, &LockTakeover::ended, this, &LockRelease::onEnded);
}

void LockRelease::ask(const QByteArray &key, const QByteArray &token)
{
    m_key = key;
    m_token = token;
    m_takeover.look(key);
}

void LockRelease::onKnown(const QByteArray &key, const Result<ReleaseLook> &look)
{
    if (key != m_key) // another one was asked for since
        return;
    if (!look && look.error().code == ErrorCode::WrongType)
        return tell(noLockSentence(key, look.error().detail));
    if (!look)
        return tell(look.error());
    using enum ReleaseLook::Verdict;
    if (look->verdict == OtherKind || look->verdict == Unrecognised)
        tell(notRecognisedSentence(key, *look));
    else if (look->lock && look->lock->token.size() > Holder::mostToken)
        tell(longTokenSentence(key, Holder::mostToken)); // what was shown is not all of it
    else if (!look->lock || look->lock->token != m_token)
        tell(notHeldSentence(key, look->lock, m_token));
    else if (look->verdict == PossibleLock)
        confirmByWord(key, *look);
    else
        confirm(key, *look);
}

void LockRelease::confirm(const QByteArray &key, const ReleaseLook &look)
{
    auto *box = new QMessageBox(QMessageBox::Warning, tr("Release a lock"),
        takeoverWarning(key, look), QMessageBox::Cancel, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    box->setDefaultButton(QMessageBox::Cancel);
    QPushButton *release = box->addButton(tr("Release"), QMessageBox::DestructiveRole);
    connect(
        release, &QPushButton::clicked, this, [this, key, lock = *look.lock] { take(key, lock); });
    box->open();
}

// A button is pressed before its text is read. A word is not typed by mistake.
void LockRelease::confirmByWord(const QByteArray &key, const ReleaseLook &look)
{
    auto *dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Release a lock"));
    dialog->setInputMode(QInputDialog::TextInput);
    dialog->setLabelText(
        takeoverWarning(key, look) + QStringLiteral("\n\n") + releaseWordSentence());
    dialog->setOkButtonText(tr("Release"));
    dialog->setCancelButtonText(tr("Cancel"));
    for (QLabel *label : dialog->findChildren<QLabel *>()) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setMinimumWidth(dialog->fontMetrics().averageCharWidth() * 70);
    }
    for (QPushButton *button : dialog->findChildren<QPushButton *>()) {
        if (button->text() != tr("Release"))
            continue;
        button->setEnabled(false);
        connect(dialog, &QInputDialog::textValueChanged, button,
            [button](const QString &text) { button->setEnabled(text == releaseWord()); });
    }
    connect(dialog, &QInputDialog::textValueSelected, this,
        [this, key, lock = *look.lock](const QString &text) {
            if (text == releaseWord())
                take(key, lock);
        });
    dialog->open();
}

void LockRelease::take(const QByteArray &key, const StandingLock &lock)
{
    Q_EMIT releasing(key, lock.token);
    m_takeover.take(key, lock);
}

void LockRelease::onEnded(const QByteArray &key, const ReleaseReport &report)
{
    const bool isReleased = report.outcome && *report.outcome != Takeover::NotHeld;
    if (!isReleased && (report.outcome || !report.outcome.error().mayHaveRun))
        Q_EMIT notReleased(key);
    if (!report.outcome)
        tell(report.outcome.error());
    else if (*report.outcome == Takeover::Released)
        Q_EMIT released(key, takeoverSentence(key, *report.outcome));
    else
        tell(takeoverSentence(key, *report.outcome));
    if (!report.audit)
        tell(auditSentence(report.audit.error()));
}

void LockRelease::tell(const Error &error)
{
    if (error.code == ErrorCode::ProductionServer) {
        Q_EMIT refusedAsProduction();
        return tell(productionSentence(m_server));
    }
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
