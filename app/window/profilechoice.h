#pragma once

#include "app/profiles/passwordkeeping.h"
#include "app/profiles/profileimporting.h"
#include "core/redis/identity/servercheck.h"
#include "core/redis/profiles/profilefile.h"
#include "ui/connect/permission.h"
#include "ui/connect/profilesdialog.h"

#include <QPointer>
#include <QSettings>

namespace lockstep {

class ProfileDialog;

// Lets the user choose a profile, and change profiles. The present server is watched until the
// chosen one has answered.
class ProfileChoice : public QObject
{
    Q_OBJECT

public:
    using Purpose = ProfilesDialog::Purpose;

    // window: the parent of the dialogs. Both must outlive this.
    ProfileChoice(QWidget *window, const Theme *theme);

    // Whether there are profiles, or a reason to show why their file cannot be used.
    [[nodiscard]] bool hasAny();
    void open(Purpose purpose);
    // Opens the profiles, and the dialog that chooses a file with more of them.
    void import(Purpose purpose);
    // Opens the dialog that gives a server a name. endpoint: with the passwords that were typed for
    // it.
    void add(const Endpoint &endpoint, Permission permission);
    // The signal noticed() says that it was done, or a message why it was not.
    void keepPassword(const Endpoint &endpoint) { m_passwords.keepPassword(endpoint); }

Q_SIGNALS:
    // The server has answered and may be used as permission says. endpoint: with its passwords.
    void chosen(const lockstep::Endpoint &endpoint, lockstep::Permission permission,
        const lockstep::Profile &profile);
    void windowRequested(const lockstep::Profile &profile); // the user wants it in a new window
    void addressRequested(lockstep::ProfilesDialog::Purpose purpose);
    void noticed(const lockstep::Saying &sentence); // says what was done, or why it was not

private:
    void read();
    void warn(const QString &sentence);
    void showProfiles();
    void perform(ProfileCard::Action action, const Profile &profile);
    void test(const Profile &profile);
    [[nodiscard]] TestResult testOf(const Profile &profile) const;
    void move(const Profile &moved, const Profile &place);
    void openProfile(const Profile &profile);
    void tryServer(const Endpoint &endpoint);
    void onChecked(const Endpoint &endpoint, const Result<ServerIdentity> &identity);
    void askPassword(const Endpoint &endpoint, const QString &remark);
    void choose(const Endpoint &endpoint, const ServerIdentity &identity);
    void addImported(const Profiles &added);
    void edit(const Profile &profile, const std::optional<Profile> &before);
    void save(ProfileDialog *dialog, const Profile &profile, const std::optional<Profile> &before);
    void askToRemove(const Profile &profile);
    void remove(const Profile &profile);
    void forgetUnsharedPassword(const Endpoint &endpoint);

    QWidget *m_window;
    const Theme *m_theme;
    QSettings m_settings;
    ProfileFile m_file;
    Profiles m_profiles; // as last read from the file
    std::optional<Error> m_fileTrouble; // why it cannot be used; nothing if it can
    Purpose m_purpose = Purpose::ThisWindow;
    QPointer<ProfilesDialog> m_dialog;
    std::vector<std::pair<Profile, TestResult>> m_tests; // of this dialog
    Profile m_tried; // the one that is being opened
    Error m_refusal; // why the last attempt to open it was refused
    bool m_isKeychainAsked = false; // whether it was asked for m_tried
    bool m_isToBeKept = false; // the password that was typed for m_tried
    ServerCheck m_check;
    PasswordKeeping m_passwords;
    ProfileImporting m_importing;
};

} // namespace lockstep
