#include "app/window/windowcommand.h"

#include "app/profiles/keptpasswords.h"
#include "app/profiles/savedprofiles.h"
#include "app/terminal/credentials.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/language.h"
#include "app/terminal/output.h"
#include "app/window/watchwindow.h"
#include "app/window/windowlayout.h"
#include "core/redis/identity/productionservers.h"
#include "core/redis/threads/workerthread.h"
#include "core/redis/values/endpointuri.h"
#include "ui/connect/profileuses.h"
#include "ui/connect/profilewords.h"
#include "ui/connect/recentservers.h"
#include "ui/text/errormessage.h"
#include "ui/watchtext/takeoverwords.h"

#include <QApplication>
#include <QIcon>
#include <QProcess>
#include <QSettings>

namespace lockstep {

namespace {

Theme::Choice themeFrom(const QString &name)
{
    if (name == u"light")
        return Theme::Choice::Light;
    return name == u"dark" ? Theme::Choice::Dark : Theme::Choice::System;
}

// The word of --theme and of the settings.
QString themeName(Theme::Choice choice)
{
    if (choice == Theme::Choice::System)
        return QStringLiteral("system");
    return choice == Theme::Choice::Light ? QStringLiteral("light") : QStringLiteral("dark");
}

Permission permissionFor(const Endpoint &endpoint, bool allowRelease, QSettings &settings)
{
    if (ProductionServers(&settings).contains(endpoint))
        return Permission::Production;
    return allowRelease ? Permission::MayRelease : Permission::ReadOnly;
}

// If no server is named, opens the one that was watched last: by its profile, if it has one, with
// its password from the keychain.
void openLast(Arguments &arguments, const RecentServers &recent)
{
    if (arguments.endpoint || arguments.demo || recent.last().isEmpty())
        return;
    auto endpoint = Endpoint::fromUri(recent.last());
    if (!endpoint)
        return;
    endpoint->password = passwordFromEnvironment();
    arguments.endpoint = *endpoint;
    const Profiles profiles = ProfileFile().read().value_or(Profiles());
    const auto profile = std::find_if(profiles.begin(), profiles.end(),
        [&](const Profile &each) { return uriWithoutPassword(each.endpoint) == recent.last(); });
    if (profile == profiles.end())
        return;
    arguments.profile = *profile;
    if (arguments.rulesFile.isEmpty())
        arguments.rulesFile = profile->rulesFile;
    arguments.allowRelease |= profile->mayRelease;
    takeKeptPasswords(arguments);
}

// Starts another window as a process of its own, so that what ends one does not end the other. It
// asks for passwords itself.
bool startWindow(const QStringList &words, const QByteArray &password)
{
    QProcess process;
    auto environment = environmentForPrograms();
    if (!password.isEmpty())
        environment.insert(QStringLiteral("REDISCLI_AUTH"), QString::fromUtf8(password));
    process.setProcessEnvironment(environment);
    process.setProgram(QCoreApplication::applicationFilePath());
    process.setArguments(words);
    return process.startDetached();
}

// Other windows look like this one, which may have been started with another language or theme than
// the settings have.
void openWindows(WatchWindow *main, const Theme &theme, const Language &language)
{
    const auto open = [main, &theme, &language](QStringList words, const QByteArray &password) {
        words << QStringLiteral("--lang") << language.name();
        words << QStringLiteral("--theme") << themeName(theme.choice());
        if (!startWindow(words, password))
            main->window().showNotice([] {
                return QCoreApplication::translate(
                    "lockstep::WindowCommand", "Another window could not be started.");
            });
    };
    QObject::connect(
        main, &WatchWindow::profileWindowRequested, main, [open](const Profile &profile) {
            open({QStringLiteral("--profile"), profile.name}, {});
        });
    QObject::connect(main, &WatchWindow::serverWindowRequested, main,
        [open](const Endpoint &endpoint, Permission permission) {
            QStringList words{QStringLiteral("--uri"), uriWithoutPassword(endpoint)};
            if (permission == Permission::MayRelease)
                words << QStringLiteral("--allow-release");
            open(words, endpoint.password);
        });
}

} // namespace

int runWindow(const Arguments &arguments, int &argc, char *argv[])
{
    QApplication application(argc, argv);
    Interrupt interrupt; // made first: its signals end the private server, too
    QObject::connect(&interrupt, &Interrupt::received, &application, [] { QApplication::quit(); });
    const auto id =
        QStringLiteral("io.github.lockstep.Lockstep"); // the name of the files in resources/desktop
    QApplication::setDesktopFileName(id);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/%1.svg").arg(id)));

    QSettings settings;
    Arguments chosen = arguments;
    if (chosen.theme.isEmpty())
        chosen.theme = settings.value(QStringLiteral("theme")).toString();
    if (chosen.language.isEmpty())
        chosen.language = settings.value(QStringLiteral("language")).toString();

    Language language(chosen.language);
    const auto marked = markProfilesOfProduction();
    RecentServers recent(&settings);
    openLast(chosen, recent);
    auto source = Source::open(chosen); // begun first, so that a private server starts meanwhile
    if (!source) {
        printMessage(errorMessage(source.error(), {}));
        return 1;
    }
    source->permission = permissionFor(source->endpoint, chosen.allowRelease, settings);
    if (arguments.allowRelease && source->permission == Permission::Production)
        printMessage(productionSentence(source->endpoint.display()));
    Theme theme(&application);
    theme.setChoice(themeFrom(chosen.theme));
    WatchWindow main(&theme, &language, chosen);
    if (const auto watched = main.watch(std::move(*source)); !watched) {
        printMessage(errorMessage(watched.error(), {}));
        return 1;
    }
    QObject::connect(
        &main.window(), &MainWindow::themeChosen, &main, [&settings](Theme::Choice choice) {
            settings.setValue(QStringLiteral("theme"), themeName(choice));
        });
    QObject::connect(&main.window(), &MainWindow::languageChosen, &main,
        [&settings](const QString &name) { settings.setValue(QStringLiteral("language"), name); });
    QObject::connect(
        &main, &WatchWindow::reached, &main, [&recent, &settings, &main](const Endpoint &endpoint) {
            recent.remember(endpoint);
            if (main.profile())
                ProfileUses(&settings).note(main.profile()->name, QDateTime::currentDateTime());
        });
    openWindows(&main, theme, language);
    QObject::connect(&main, &WatchWindow::demoOpened, &main, [&recent] { recent.forgetLast(); });
    restoreLayout(settings, main.window());
    main.window().show();
    if (!chosen.endpoint && !chosen.demo)
        main.offerProfiles();
    if (!marked)
        main.window().showNotice([error = marked.error()] { return profilesTrouble(error); });
    const int status = QApplication::exec();
    rememberLayout(settings, main.window());
    return status;
}

} // namespace lockstep
