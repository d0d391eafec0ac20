// A server is tried before the keychain is asked, because most servers want no password, and a
// locked keychain would ask its user to unlock it for nothing. The server refuses a named user
// without a password, so nobody gets in as somebody else.

#include "app/window/profilechoice.h"

#include "app/profiles/connectiontest.h"
#include "app/profiles/savedprofiles.h"
#include "app/window/warningbox.h"
#include "core/redis/identity/productionservers.h"
#include "core/redis/values/errorclasses.h"
#include "ui/connect/passwordprompt.h"
#include "ui/connect/profiledialog.h"
#include "ui/connect/profileuses.h"
#include "ui/connect/profilewords.h"
#include "ui/text/errormessage.h"

#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace lockstep {

ProfileChoice::ProfileChoice(QWidget *window, const Theme *theme)
    : m_window(window)
    , m_theme(theme)
{
    connect(&m_check, &ServerCheck::finished, this, &ProfileChoice::onChecked);
    connect(&m_importing, &ProfileImporting::addRequested, this, &ProfileChoice::addImported);
    connect(&m_importing, &ProfileImporting::said, this, [this](const QString &sentence) {
        if (m_dialog)
            m_dialog->showMessage(sentence);
    });
    connect(&m_passwords, &PasswordKeeping::done, this, &ProfileChoice::noticed);
    connect(&m_passwords, &PasswordKeeping::failed, this, &ProfileChoice::warn);
    connect(&m_passwords, &PasswordKeeping::found, this,
        [this](const Endpoint &endpoint, const QString &trouble) {
            if (!m_dialog)
                return;
            const bool isAnyNew = endpoint.password != m_tried.endpoint.password
                || endpoint.sentinels.password != m_tried.endpoint.sentinels.password;
            if (isAnyNew)
                m_check.start(endpoint);
            else
                askPassword(endpoint, trouble);
        });
}

bool ProfileChoice::hasAny()
{
    read();
    return !m_profiles.empty() || m_fileTrouble;
}

void ProfileChoice::read()
{
    const auto profiles = m_file.read();
    m_profiles = profiles.value_or(Profiles());
    m_fileTrouble = profiles ? std::nullopt : std::optional(profiles.error());
}

void ProfileChoice::open(Purpose purpose)
{
    if (m_dialog)
        return m_dialog->raise();
    m_purpose = purpose;
    m_dialog = new ProfilesDialog(m_theme, purpose, m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_tests.clear();
    read();
    showProfiles();
    connect(m_dialog, &ProfilesDialog::actionRequested, this, &ProfileChoice::perform);
    connect(m_dialog, &ProfilesDialog::moveRequested, this, &ProfileChoice::move);
    connect(m_dialog, &ProfilesDialog::newProfileRequested, this,
        [this] { edit(Profile(), std::nullopt); });
    connect(m_dialog, &ProfilesDialog::importRequested, this,
        [this] { m_importing.chooseFile(m_profiles, m_dialog); });
    connect(m_dialog, &ProfilesDialog::addressRequested, this, [this] {
        m_dialog->reject();
        Q_EMIT addressRequested(m_purpose);
    });
    connect(m_dialog, &QDialog::rejected, this, [this] {
        m_check.stop();
        m_passwords.stopReading();
    });
    m_dialog->open();
}

void ProfileChoice::import(Purpose purpose)
{
    open(purpose);
    m_importing.chooseFile(m_profiles, m_dialog);
}

// A notice would pass by behind the dialog, or before it is read.
void ProfileChoice::warn(const QString &sentence)
{
    if (m_dialog && m_dialog->isVisible())
        m_dialog->showMessage(sentence);
    else
        openWarning(m_window, sentence);
}

void ProfileChoice::showProfiles()
{
    if (!m_dialog)
        return;
    const ProfileUses uses(&m_settings);
    const QDateTime now = QDateTime::currentDateTime();
    std::vector<ProfilesDialog::Shown> shown;
    for (const Profile &each : m_profiles)
        shown.push_back({each, lastUseWords(uses.last(each.name), now), testOf(each)});
    m_dialog->setProfiles(shown);
    m_dialog->setFileTrouble(m_fileTrouble ? profilesTrouble(*m_fileTrouble) : QString());
}

void ProfileChoice::perform(ProfileCard::Action action, const Profile &profile)
{
    using enum ProfileCard::Action;
    switch (action) {
    case Open:
        if (m_purpose == Purpose::ThisWindow)
            return openProfile(profile);
        [[fallthrough]];
    case OpenInNewWindow:
        m_dialog->accept();
        return Q_EMIT windowRequested(profile);
    case Test:
        return test(profile);
    case Edit:
        return edit(profile, profile);
    case Duplicate: {
        Profile copy = profile;
        copy.name = freeName(m_profiles, profile.name);
        return edit(copy, std::nullopt);
    }
    case MoveEarlier:
    case MoveLater:
        return; // see ProfilesDialog::moveRequested()
    case Remove:
        return askToRemove(profile);
    }
}

// A test ends with the dialog, which is its parent.
void ProfileChoice::test(const Profile &profile)
{
    if (testOf(profile).state == TestResult::State::Running)
        return;
    const auto keepAndShow = [this, profile](const TestResult &result) {
        std::erase_if(m_tests, [&](const auto &each) { return each.first == profile; });
        m_tests.emplace_back(profile, result);
        m_dialog->showTest(profile, result);
    };
    auto *test = new ConnectionTest(profile.endpoint, m_dialog);
    connect(m_dialog, &QDialog::finished, test, &QObject::deleteLater);
    connect(test, &ConnectionTest::finished, this, [test, keepAndShow](const TestResult &result) {
        test->deleteLater();
        keepAndShow(result);
    });
    keepAndShow({TestResult::State::Running, {}});
    test->start();
}

TestResult ProfileChoice::testOf(const Profile &profile) const
{
    const auto found = std::find_if(
        m_tests.begin(), m_tests.end(), [&](const auto &each) { return each.first == profile; });
    return found == m_tests.end() ? TestResult() : found->second;
}

void ProfileChoice::move(const Profile &moved, const Profile &place)
{
    Profiles changed = m_profiles;
    const auto from = std::find(changed.begin(), changed.end(), moved);
    const auto to = std::find(changed.begin(), changed.end(), place);
    if (from == changed.end() || to == changed.end())
        return;
    if (from < to)
        std::rotate(from, from + 1, to + 1);
    else
        std::rotate(to, from, from + 1);
    const auto trouble = saveProfiles(m_file, changed);
    read();
    showProfiles();
    m_dialog->showMessage(trouble.value_or(QString()));
}

void ProfileChoice::openProfile(const Profile &profile)
{
    m_tried = profile;
    m_isToBeKept = false;
    m_isKeychainAsked = false;
    tryServer(profile.endpoint);
}

void ProfileChoice::tryServer(const Endpoint &endpoint)
{
    m_dialog->setBusy(tr("Connecting to %1 …").arg(foreignWords(m_tried.name)));
    m_check.start(endpoint);
}

void ProfileChoice::onChecked(const Endpoint &endpoint, const Result<ServerIdentity> &identity)
{
    if (!m_dialog)
        return;
    if (identity)
        return choose(endpoint, *identity);
    m_refusal = identity.error();
    if (asksForPassword(m_refusal, endpoint) && !std::exchange(m_isKeychainAsked, true))
        m_passwords.read(endpoint);
    else if (isAboutCredentials(m_refusal.code))
        askPassword(endpoint, {});
    else
        m_dialog->showTrouble(errorMessage(m_refusal, endpoint.display()));
}

void ProfileChoice::askPassword(const Endpoint &endpoint, const QString &remark)
{
    // Such as those of Sentinels, which the prompt does not ask for.
    if (!isAboutCredentials(m_refusal.code))
        return m_dialog->showTrouble(
            (errorMessage(m_refusal, endpoint.display()) + u' ' + remark).trimmed());
    auto *prompt = new PasswordPrompt(endpoint, m_refusal, m_dialog);
    prompt->setAttribute(Qt::WA_DeleteOnClose);
    prompt->offerToKeep(remark);
    // The dialog, and the prompt with it, may outlive this.
    connect(prompt, &QDialog::rejected, this, [this] { m_dialog->showTrouble({}); });
    connect(prompt, &QDialog::accepted, this, [this, prompt, asked = endpoint] {
        Endpoint typed = asked;
        typed.user = prompt->user();
        typed.password = prompt->password();
        m_isToBeKept = prompt->isToBeKept();
        tryServer(typed);
    });
    prompt->open();
}

void ProfileChoice::choose(const Endpoint &endpoint, const ServerIdentity &identity)
{
    ProductionServers production(&m_settings);
    if (m_tried.environment == Environment::Production)
        (void)production.mark(endpoint, identity); // its profile marks it again at each start
    const Permission permission = production.recognise(endpoint, identity) ? Permission::Production
        : m_tried.mayRelease                                               ? Permission::MayRelease
                                                                           : Permission::ReadOnly;
    if (m_isToBeKept)
        m_passwords.keepPassword(endpoint);
    m_dialog->accept();
    Q_EMIT chosen(endpoint, permission, m_tried);
}

void ProfileChoice::add(const Endpoint &endpoint, Permission permission)
{
    read();
    if (m_fileTrouble)
        return Q_EMIT noticed([error = *m_fileTrouble] { return profilesTrouble(error); });
    Profile profile;
    profile.endpoint = endpoint;
    profile.mayRelease = permission == Permission::MayRelease;
    if (permission == Permission::Production)
        profile.environment = Environment::Production;
    edit(profile, std::nullopt);
}

void ProfileChoice::addImported(const Profiles &added)
{
    Profiles changed = m_profiles;
    changed.insert(changed.end(), added.begin(), added.end());
    const auto trouble = saveProfiles(m_file, changed);
    read(); // drops the passwords
    showProfiles();
    if (m_dialog)
        m_dialog->showMessage(trouble.value_or(
            tr("%n profile(s) added.", "beside those that were there already", int(added.size()))));
    if (trouble)
        return;
    std::vector<Endpoint> withPasswords;
    for (const Profile &each : added) {
        if (!each.endpoint.password.isEmpty() || !each.endpoint.sentinels.password.isEmpty())
            withPasswords.push_back(each.endpoint);
    }
    m_passwords.keepPasswords(withPasswords);
}

void ProfileChoice::edit(const Profile &profile, const std::optional<Profile> &before)
{
    Profiles others = m_profiles;
    if (before)
        std::erase(others, *before);
    QWidget *parent = m_dialog ? static_cast<QWidget *>(m_dialog) : m_window;
    auto *dialog = new ProfileDialog(profile, others, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ProfileDialog::saveRequested, this,
        [this, dialog, before](const Profile &typed) { save(dialog, typed, before); });
    connect(dialog, &ProfileDialog::testRequested, this, [dialog](const Endpoint &endpoint) {
        auto *test = new ConnectionTest(endpoint, dialog);
        connect(dialog, &QDialog::finished, test, &QObject::deleteLater);
        connect(test, &ConnectionTest::finished, dialog,
            [dialog, test, endpoint](const TestResult &result) {
                test->deleteLater();
                dialog->showTest(endpoint, result);
            });
        test->start();
    });
    dialog->open();
}

void ProfileChoice::save(
    ProfileDialog *dialog, const Profile &profile, const std::optional<Profile> &before)
{
    Profiles changed = m_profiles;
    const auto place = before ? std::find(changed.begin(), changed.end(), *before) : changed.end();
    if (place == changed.end())
        changed.push_back(profile);
    else
        *place = profile;
    const auto trouble = saveProfiles(m_file, changed);
    read(); // drops the passwords, and takes what another program has written meanwhile
    if (trouble)
        return dialog->showTrouble(*trouble);
    dialog->accept();
    if (before) {
        ProfileUses(&m_settings).rename(before->name, profile.name);
        forgetUnsharedPassword(before->endpoint);
    }
    if (!profile.endpoint.password.isEmpty() || !profile.endpoint.sentinels.password.isEmpty())
        m_passwords.keepPassword(profile.endpoint);
    showProfiles();
}

void ProfileChoice::askToRemove(const Profile &profile)
{
    QString question = tr("Remove “%1”? Its password goes from the desktop's keychain, unless "
                          "another profile of that server needs it.")
                           .arg(foreignWords(profile.name));
    if (profile.environment == Environment::Production)
        question += u' ' + tr("The server stays marked as production.");
    auto *box = new QMessageBox(
        QMessageBox::Question, QStringLiteral("Lockstep"), question, QMessageBox::Cancel, m_dialog);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->button(QMessageBox::Cancel)->setText(tr("Cancel"));
    auto *yes = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    yes->setObjectName(QStringLiteral("remove"));
    connect(yes, &QAbstractButton::clicked, this, [this, profile] { remove(profile); });
    box->open();
}

void ProfileChoice::remove(const Profile &profile)
{
    Profiles left = m_profiles;
    std::erase(left, profile);
    const auto trouble = saveProfiles(m_file, left);
    read();
    showProfiles();
    if (m_dialog)
        m_dialog->showTrouble(trouble.value_or(QString()));
    if (trouble)
        return;
    ProfileUses(&m_settings).forget(profile.name);
    forgetUnsharedPassword(profile.endpoint);
}

void ProfileChoice::forgetUnsharedPassword(const Endpoint &endpoint)
{
    const auto sharesPassword = [&endpoint](const Profile &other) {
        return passwordName(other.endpoint) == passwordName(endpoint);
    };
    if (std::none_of(m_profiles.begin(), m_profiles.end(), sharesPassword))
        m_passwords.forgetPassword(endpoint);
}

} // namespace lockstep
