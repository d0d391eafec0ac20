#pragma once

#include "app/arguments/arguments.h"
#include "app/commands/source.h"
#include "app/recording/windowrecording.h"
#include "app/window/alertnotifier.h"
#include "app/window/credentialsprompt.h"
#include "app/window/linktroubles.h"
#include "app/window/lockrelease.h"
#include "app/window/ownreleases.h"
#include "app/window/profilechoice.h"
#include "app/window/ruleediting.h"
#include "app/window/serverchoice.h"
#include "app/window/watchpageparts.h"
#include "app/window/windowexport.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QMessageBox>
#include <QPointer>

#include <memory>

namespace lockstep {

class LabRunner;
class Language;
class ServerPage;
class WatchFeed;

// The main window with everything in it, fed by one watch. It connects the parts and leads them
// from one server to the next.
class WatchWindow : public QObject
{
    Q_OBJECT

public:
    // theme and language must outlive this; language already is the one of the arguments.
    WatchWindow(Theme *theme, Language *language, const Arguments &arguments);
    ~WatchWindow() override;

    // Watches the server of the arguments. Errors: those of makeWatch(); the present watch then
    // stays.
    Result<void> watch(Source source);

    // Shows the profiles to choose one from, if there are any.
    void offerProfiles();

    [[nodiscard]] MainWindow &window() { return m_window; }
    // The profile that the watched server was opened by; nothing if it was not.
    [[nodiscard]] const std::optional<Profile> &profile() const { return m_source.profile; }

Q_SIGNALS:
    void inventoryFinished();
    // The watched server has answered; emitted for each connection, but never for the demo shop.
    void reached(const lockstep::Endpoint &endpoint);
    void demoOpened(); // the user opened the demo shop
    // The user wants another window, on that server. serverWindowRequested() has an address that
    // was typed.
    void profileWindowRequested(const lockstep::Profile &profile);
    void serverWindowRequested(const lockstep::Endpoint &endpoint, lockstep::Permission permission);

private:
    void showConnection();
    void beginRules();
    void forgetServer();
    void showServer();
    Result<void> watchOther(Source source);
    Result<void> watch(
        Source source, const Arguments &arguments, const LoadingCatalogue &catalogue);
    void startWatch();
    void show(const Snapshot &snapshot);
    void notifyOfAlerts(const Snapshot &snapshot);
    void noteLink(const WatchStatus &status);
    void noteTroubles(const WatchStatus &status);
    void wireChoices();
    void chooseServer(ProfileChoice::Purpose purpose);
    void typeAddress(ProfileChoice::Purpose purpose);
    void setCredentials(const QByteArray &user, const QByteArray &password, bool isToBeKept);
    void watchServer(const Endpoint &endpoint, Permission permission,
        const std::optional<Profile> &profile = std::nullopt);
    void onReached();
    void onIdentified(const Endpoint &endpoint, const Result<ServerIdentity> &identity);
    void findProfile(const Endpoint &endpoint, const ServerIdentity &identity);
    void openDemo();
    void offerShopAgain();
    void openShop();
    void releaseLock(const ItemPtr &lock);
    void serveLab(LabPage *page);
    void setLanguage(const QString &language);
    void showWarning(const Error &error);

    Theme *m_theme;
    Language *m_language;
    Arguments m_arguments; // with the watched server; without one, the demo shop
    // The catalogue without the user's rules. It comes before m_window, so that it is loaded while
    // the window is built.
    LoadingCatalogue m_catalogue;
    MainWindow m_window;
    WatchPageParts m_page;
    ServerPage *m_server;
    WindowExport m_export;
    LabRunner *m_lab = nullptr; // made when the page is first wanted
    QPointer<QMessageBox> m_shopEnded; // deleted with the shop
    LinkTroubles m_troubles;
    CredentialsPrompt m_credentials;
    ServerChoice m_choice;
    ProfileChoice m_profiles;
    bool m_isToBeKept = false; // the password that was typed, as soon as it turns out to be right
    ServerCheck m_identity; // identifies the watched server at each connection
    // That of the server which was identified last, if it was not opened by a profile.
    std::optional<Profile> m_foundProfile;
    int m_connections = 0; // of the present watch, as far as they were noted
    AlertNotifier m_notifier;
    OwnReleases m_ownReleases;
    RuleEditing m_rules;
    WindowRecording m_recording;

    // The order matters: the feed ends before the watch, and the watch before what it watches.
    Source m_source;
    std::unique_ptr<Watch> m_watch;
    std::unique_ptr<WatchFeed> m_feed;
    std::unique_ptr<LockRelease> m_release; // made when the first lock is to be released
};

} // namespace lockstep
