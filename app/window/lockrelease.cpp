#include "app/window/lockrelease.h"

#include "app/window/warningbox.h"
#include "ui/watchtext/takeoverwords.h"

#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

namespace lockstep {

namespace {

// Adds the known nodes of a Cluster, because the given node may be down by now. An address with
// seeds is that of a Cluster, so any other is left as it is.
Endpoint withKnownNodes(const Endpoint &endpoint, const Snapshot &snapshot)
{
    if (snapshot.nodes->empty() || endpoint.transport == Endpoint::Transport::Unix)
        return endpoint;
    Endpoint known = endpoint;
    known.seeds = endpoint.hosts();
    for (const NodeStatus &node : *snapshot.nodes)
        known.seeds.push_back(node.reached);
    return known;
}

// Makes the label wide, because addresses and tokens are long and should not be broken over lines.
void widen(QLabel *label)
{
    constexpr int characters = 70;
    label->setMinimumWidth(label->fontMetrics().averageCharWidth() * characters);
}

} // namespace

LockRelease::LockRelease(const Endpoint &endpoint, const Snapshot &snapshot,
    std::shared_ptr<const Catalogue> catalogue, QWidget *window)
    : m_server(endpoint)
    , m_window(window)
    , m_takeover(withKnownNodes(endpoint, snapshot), std::move(catalogue))
{
    connect(&m_takeover, &LockTakeover::known, this, &LockRelease::onKnown);
    connect(&m_takeover, &LockTakeover::ended, this, &LockRelease::onEnded);
}

void LockRelease::ask(const ItemPtr &lock)
{
    m_lock = lock;
    m_takeover.look(lock->key);
}

void LockRelease::onKnown(const QByteArray &key, const Result<ReleaseLook> &look)
{
    if (key != m_lock->key) // the user has asked for another lock meanwhile
        return;
    if (!look && look.error().code == ErrorCode::WrongType)
        return showWarning(noLockSentence(key, look.error().detail));
    if (!look)
        return showWarning(look.error());
    const QByteArray &token = m_lock->reading.holder->token;
    using enum ReleaseLook::Verdict;
    if (look->verdict == OtherKind || look->verdict == Unrecognised)
        showWarning(notRecognisedSentence(key, *look));
    else if (look->lock && look->lock->token.size() > Holder::mostToken)
        showWarning(longTokenSentence(key, Holder::mostToken)); // it was not shown whole
    else if (!look->lock || look->lock->token != token)
        showWarning(notHeldSentence(key, look->lock, token));
    else if (look->verdict == PossibleLock)
        confirmByWord(*look);
    else
        confirm(*look);
}

// The watch knows more of the holder than the one look at the key does; the look knows more of
// those who wait.
QString LockRelease::warning(ReleaseLook look) const
{
    const auto waiters = look.hold.waiters;
    look.hold = observed(*m_lock, std::chrono::steady_clock::now());
    look.hold.waiters = waiters;
    return takeoverWarning(m_server, m_lock->key, look);
}

void LockRelease::confirm(const ReleaseLook &look)
{
    auto *box = new QMessageBox(
        QMessageBox::Warning, tr("Release a lock"), warning(look), QMessageBox::Cancel, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    box->setDefaultButton(QMessageBox::Cancel);
    QPushButton *release = box->addButton(tr("Release"), QMessageBox::DestructiveRole);
    connect(release, &QPushButton::clicked, this,
        [this, key = m_lock->key, lock = *look.lock] { take(key, lock); });
    box->open();
}

// Asks for a word, because a button may be pressed before its text is read, but nobody types a word
// by mistake.
void LockRelease::confirmByWord(const ReleaseLook &look)
{
    auto *dialog = new QInputDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Release a lock"));
    dialog->setInputMode(QInputDialog::TextInput);
    dialog->setLabelText(warning(look) + QStringLiteral("\n\n") + releaseWordSentence());
    dialog->setOkButtonText(tr("Release"));
    dialog->setCancelButtonText(tr("Cancel"));
    for (QLabel *label : dialog->findChildren<QLabel *>()) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        widen(label);
    }
    for (QPushButton *button : dialog->findChildren<QPushButton *>()) {
        if (button->text() != tr("Release"))
            continue;
        button->setEnabled(false);
        connect(dialog, &QInputDialog::textValueChanged, button,
            [button](const QString &text) { button->setEnabled(text == releaseWord()); });
    }
    connect(dialog, &QInputDialog::textValueSelected, this,
        [this, key = m_lock->key, lock = *look.lock](const QString &text) {
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
        showWarning(report.outcome.error());
    else if (*report.outcome == Takeover::Released)
        Q_EMIT released(key);
    else
        showWarning(takeoverSentence(key, *report.outcome));
    if (!report.audit)
        showWarning(auditSentence(report.audit.error()));
}

void LockRelease::showWarning(const Error &error)
{
    if (error.code == ErrorCode::ProductionServer)
        Q_EMIT refusedAsProduction();
    showWarning(releaseErrorSentences(error, m_server));
}

void LockRelease::showWarning(const QString &sentence)
{
    openWarning(m_window, sentence, tr("Release a lock"));
}

} // namespace lockstep
