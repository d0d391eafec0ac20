#pragma once

#include <QByteArray>
#include <QProcess>
#include <QTemporaryDir>

namespace lockstep {

// A desktop's keychain for tests: gnome-keyring, the Secret Service of GNOME, on a D-Bus of its own
// in a folder of its own. Nothing else is on that bus, and nothing is started there on demand, so
// that a keychain which has ended stays away. Where a program is missing, why() says so.
class SecretService
{
public:
    SecretService();
    ~SecretService();
    SecretService(const SecretService &) = delete;
    SecretService &operator=(const SecretService &) = delete;

    // As after signing in: unlocked. False: see why().
    bool startUnlocked();
    // Without its password: what is kept is there, and is locked.
    bool startLocked();
    void end();
    bool lock(); // it runs, and what is kept is locked. False: see why()
    void endBus(); // as when its user signs out of the desktop
    // It is there and says nothing until it goes on.
    void stop();
    void goOn();
    // Whether it has been asked, since this was started, to put a question to its user.
    bool startWatchingQuestions();
    bool wasToAskItsUser();

    [[nodiscard]] QByteArray busAddress() const { return m_address; }
    [[nodiscard]] QString why() const { return m_why; }
    [[nodiscard]] QString folder() const { return m_folder.path(); } // of all that it keeps

private:
    bool startBus();
    bool startKeyring(const QStringList &arguments, const QByteArray &password);

    QTemporaryDir m_folder;
    QProcess m_bus, m_keyring, m_questions;
    QByteArray m_address;
    QString m_why;
};

} // namespace lockstep
