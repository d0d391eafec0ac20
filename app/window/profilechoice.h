#pragma once

#include "app/window/passwordkeeping.h"
#include "core/redis/identity/servercheck.h"
#include "core/redis/profiles/profilefile.h"
#include "ui/connect/permission.h"
#include "ui/connect/profilesdialog.h"

#include <QPointer>
#include <QSettings>

namespace lockstep {

class ProfileDialog;

// Lets the user choose one of the profiles, and change them. What is watched goes on until the
// chosen server has answered.
class ProfileChoice : public QObject
{
    Q_OBJECT

public:
    using Purpose = ProfilesDialog::Purpose;

    // window: over which the dialogs stand; both outlive this.
    ProfileChoice(QWidget *window, const Theme *theme);

    // Whether there is anything to show: profiles, or why their file cannot be used.
    [[nodiscard]] bool hasAny();
    void open(Purpose purpose);
    // Gives a server a name. endpoint: with the passwords that were typed for it.
    void add(const Endpoint &endpoint, Permission permission);
    void keepPassword(const Endpoint &endpoint) { m_passwords.keep(endpoint); } // see noticed()

Q_SIGNALS:
    // It answered, and may be used as permission says. endpoint: with its passwords.
    void chosen(const lockstep::Endpoint &endpoint, lockstep::Permission permission,
        const lockstep::Profile &profile);
    void windowRequested(const lockstep::Profile &profile); // a new one
    void addressRequested(lockstep::ProfilesDialog::Purpose purpose);
    void noticed(const QString &sentence); // what was done, or why not

private:
    void read();
    void showProfiles();
    void act(ProfileCard::Action action, const Profile &profile);
    void openProfile(const Profile &profile);
    void tryServer(const Endpoint &endpoint);
    void onChecked(const Endpoint &endpoint, const Result<ServerIdentity> &identity);
    void askPassword(const Endpoint &endpoint, const QString &remark);
    void enter(const Endpoint &endpoint, const ServerIdentity &identity);
    void edit(const Profile &profile, const std::optional<Profile> &before);
    void save(ProfileDialog *dialog, const Profile &profile, const std::optional<Profile> &before);
    void askToRemove(const Profile &profile);
    void remove(const Profile &profile);
    void forgetUnsharedPassword(const Endpoint &endpoint);

    QWidget *m_window;
    const Theme *m_theme;
    QSettings m_settings;
    ProfileFile m_file;
    Profiles m_profiles; // as the file had them when it was read last
    QString m_fileTrouble; // why it cannot be used; empty: it can
    Purpose m_purpose = Purpose::ThisWindow;
    QPointer<ProfilesDialog> m_dialog;
    Profile m_tried; // the one that is being opened
    Error m_refusal; // why it was not opened at last
    bool m_isKeychainAsked = false; // for it
    bool m_isToBeKept = false; // the password that was typed for it
    ServerCheck m_check;
    PasswordKeeping m_passwords;
};

} // namespace lockstep
