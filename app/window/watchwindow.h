#pragma once

#include "app/arguments/arguments.h"
#include "app/commands/source.h"
#include "app/window/alertnotifier.h"
#include "app/window/credentialsprompt.h"
#include "app/window/linktroubles.h"
#include "app/window/lockrelease.h"
#include "app/window/ownreleases.h"
#include "app/window/profilechoice.h"
#include "app/window/ruleediting.h"
#include "app/window/serverchoice.h"
#include "app/window/windowexport.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QMessageBox>
#include <QPointer>

#include <memory>

namespace lockstep {

class DetailsDialog;
class HistoryPlot;
class JournalView;
class LabRunner;
class Language;
class ServerPage;
class WatchFeed;

// The main window with everything in it, fed by one watch: ties the parts together and leads it
// from one server to the next.
class WatchWindow : public QObject
{
    Q_OBJECT

public:
    // Both have to outlive it; language: has that of the arguments already.
    WatchWindow(Theme *theme, Language *language, const Arguments &arguments);
    ~WatchWindow() override;

    // Watches the server of the arguments. Errors: those of makeWatch(); the one that was watched
    // until now stays then.
    Result<void> watch(Source source);

    [[nodiscard]] MainWindow &window() { return m_window; }
    // Of the server that is watched; nothing: it has none.
    [[nodiscard]] const std::optional<Profile> &profile() const { return m_source.profile; }

Q_SIGNALS:
    void inventoryFinished();
    // Why there is nothing to see; told once for each cause.
    void troubled(const lockstep::Error &error);
    // The server that is watched has answered, at each connection anew; never of the demo shop.
    void reached(const lockstep::Endpoint &endpoint);
    void demoOpened(); // because the user wanted it
    // The user wants another window, on that server. endpoint: without a profile, what was typed.
    void profileWindowRequested(const lockstep::Profile &profile);
    void serverWindowRequested(const lockstep::Endpoint &endpoint, lockstep::Permission permission);

private:
    void wirePage();
    void showConnection();
    [[nodiscard]] QString pinnedServer() const;
    void showPinned();
    void beginRules();
    void forgetServer();
    void showServer();
    Result<void> watchOther(Source source);
    Result<void> watch(
        Source source, const Arguments &arguments, const LoadingCatalogue &catalogue);
    void startWatch();
    void show(const Snapshot &snapshot);
    void notifyOfAlerts(const Snapshot &snapshot);
    void noteLink(LinkState link);
    void noteTroubles(const WatchStatus &status);
    void wireChoices();
    void chooseServer(ProfileChoice::Purpose purpose);
    void typeAddress(ProfileChoice::Purpose purpose);
    void setCredentials(const QByteArray &user, const QByteArray &password, bool isToBeKept);
    void showDetails(const ItemPtr &item);
    void showItem(Family family, const QByteArray &key, bool takesFocus);
    void showLock(const QByteArray &key);
    void watchServer(const Endpoint &endpoint, Permission permission,
        const std::optional<Profile> &profile = std::nullopt);
    void onReached();
    void onIdentified(const Endpoint &endpoint, const Result<ServerIdentity> &identity);
    void openDemo();
    void offerShopAgain();
    void openShop();
    void releaseLock(const ItemPtr &lock);
    void serveLab(LabPage *page);
    void setLanguage(const QString &language);
    void showWarning(const Error &error);

    Theme *m_theme;
    Language *m_language;
    Arguments m_arguments; // with the server that is watched; none: the demo shop
    LoadingCatalogue m_catalogue; // without the user's rules of the server; before the window: it
                                  // is read while that is built
    MainWindow m_window;
    HistoryPlot *m_plot;
    JournalView *m_journal;
    ServerPage *m_server;
    WindowExport m_export;
    LabRunner *m_lab = nullptr; // from when the page is wanted
    QPointer<DetailsDialog> m_details;
    QPointer<QMessageBox> m_shopEnded; // goes with the shop
    LinkTroubles m_troubles;
    CredentialsPrompt m_credentials;
    ServerChoice m_choice;
    ProfileChoice m_profiles;
    bool m_isToBeKept = false; // the password that was typed, as soon as it turns out to be right
    ServerCheck m_identity; // of the server that is watched, whenever it is connected to
    LinkState m_link = LinkState::Connecting;
    AlertNotifier m_notifier;
    OwnReleases m_ownReleases;
    RuleEditing m_rules;

    // In this order: the feed ends before the watch, the watch before what it watches.
    Source m_source;
    std::unique_ptr<Watch> m_watch;
    std::unique_ptr<WatchFeed> m_feed;
    std::unique_ptr<LockRelease> m_release; // made when a lock is first to be released
};

} // namespace lockstep
