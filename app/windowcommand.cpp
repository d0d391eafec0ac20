#include "app/windowcommand.h"

#include "app/display.h"
#include "app/interrupt.h"
#include "app/output.h"
#include "app/watchwindow.h"
#include "ui/errormessage.h"

#include <QApplication>
#include <QSettings>

namespace lockstep {

namespace {

Theme::Choice themeFrom(const QString &name)
{
    if (name == u"light")
        return Theme::Choice::Light;
    return name == u"dark" ? Theme::Choice::Dark : Theme::Choice::System;
}

} // namespace

int runWindow(const Arguments &arguments, int &argc, char *argv[])
{
    if (!displayIsThere()) {
        printMessage(
            QStringLiteral("there is no display for a window. Without one use: lockstep watch, "
                           "lockstep shot; see --help."));
        return 1;
    }
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("lockstep"));

    QSettings settings;
    Arguments chosen = arguments;
    if (chosen.theme.isEmpty())
        chosen.theme = settings.value(QStringLiteral("theme")).toString();
    if (chosen.language.isEmpty())
        chosen.language = settings.value(QStringLiteral("language")).toString();
    Theme theme(&application);
    theme.setChoice(themeFrom(chosen.theme));

    auto source = Source::open(chosen);
    if (!source) {
        printMessage(errorMessage(source.error(), {}));
        return 1;
    }
    WatchWindow main(&theme, chosen);
    if (const auto watched = main.watch(std::move(*source)); !watched) {
        printMessage(errorMessage(watched.error(), {}));
        return 1;
    }
    QObject::connect(
        &main.window(), &MainWindow::themeChosen, &main, [&settings](Theme::Choice choice) {
            const auto name = choice == Theme::Choice::Light ? "light"
                : choice == Theme::Choice::Dark              ? "dark"
                                                             : "";
            settings.setValue(QStringLiteral("theme"), QString::fromLatin1(name));
        });
    QObject::connect(
        &main.window(), &MainWindow::languageChosen, &main, [&settings](const QString &language) {
            settings.setValue(QStringLiteral("language"), language);
        });
    main.window().resize(1280, 800);
    main.window().show();
    const Interrupt interrupt;
    QObject::connect(&interrupt, &Interrupt::received, &application, [] { QApplication::quit(); });
    return QApplication::exec();
}

} // namespace lockstep
