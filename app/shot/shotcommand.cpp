// Implements `lockstep shot`, declared in windowcommand.h. The picture is the real window, fed by a
// real server, drawn offscreen. It is taken some seconds after the first inventory, so that there
// is a history to draw. The lock that was renewed most often is selected for it, one that only may
// be a lock last.

#include "app/window/windowcommand.h"

#include "app/shot/labshot.h"
#include "app/shot/recordingshot.h"
#include "app/shot/rowselection.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/language.h"
#include "app/terminal/output.h"
#include "app/window/watchwindow.h"
#include "core/redis/values/errorclasses.h"
#include "ui/export/picture.h"
#include "ui/text/errormessage.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watchtext/statussentence.h"

#include <QApplication>
#include <QHashFunctions>
#include <QTimer>

namespace lockstep {

namespace {

constexpr auto progressEvery = std::chrono::seconds(1);

class Shot : public QObject
{
public:
    Shot(WatchWindow &main, const Arguments &arguments)
        : m_main(main)
        , m_arguments(arguments)
    {
        connect(&main, &WatchWindow::troubled, this, [this](const Error &error) {
            // These errors leave something to show: keys of another node are missing, and a key
            // whose reply is too large is not read again, but the rest is shown.
            const bool isNoObstacle = isServerNotReady(error.code) || isServedElsewhere(error.code)
                || error.code == ErrorCode::ReplyTooLarge;
            if (!isNoObstacle)
                fail(error);
        });
        // With many keys, or while the server does not answer, finding the objects takes long.
        connect(&m_progress, &QTimer::timeout, this, [this] {
            const auto &status = m_main.window().watchPage()->shownSnapshot().status;
            printProgress(searchSentence(status));
        });
        m_progress.start(progressEvery);
        connect(&main, &WatchWindow::inventoryFinished, this, [this] {
            m_progress.stop();
            printProgress({});
            QTimer::singleShot(m_arguments.after / 4, this,
                [this] { selectMostRenewed(*m_main.window().watchPage()); });
            QTimer::singleShot(m_arguments.after, this, [this] { draw(); });
        });
    }

private:
    void draw()
    {
        m_main.window().watchPage()->bringUpToDate();
        QCoreApplication::sendPostedEvents(); // lays out every widget
        if (QWidget *focus = m_main.window().focusWidget())
            focus->clearFocus(); // no cursor or focus frame on a picture
        const auto saved =
            savePicture(m_main.window(), m_arguments.output, {m_arguments.size, m_arguments.scale});
        if (!saved)
            return fail(saved.error());
        QApplication::exit(0);
    }

    void fail(const Error &error)
    {
        printProgress({});
        const auto where = m_arguments.endpoint ? m_arguments.endpoint->display() : QString();
        printError(error, where);
        QApplication::exit(1);
    }

    WatchWindow &m_main;
    const Arguments &m_arguments;
    QTimer m_progress;
};

int drawWatch(const Arguments &arguments, Theme *theme, Language *language)
{
    Interrupt interrupt; // made first: its signals end the private server, too
    auto source = Source::open(arguments);
    if (!source) {
        printMessage(errorMessage(source.error(), {}));
        return 1;
    }
    WatchWindow main(theme, language, arguments);
    if (const auto watched = main.watch(std::move(*source)); !watched) {
        printMessage(errorMessage(watched.error(), {}));
        return 1;
    }
    const Shot shot(main, arguments);
    main.window().showPage(
        arguments.page == u"server" ? MainWindow::Page::Server : MainWindow::Page::Watch);
    main.window().resize(arguments.size);
    main.window().show();
    QObject::connect(&interrupt, &Interrupt::received, &main,
        [&interrupt] { QApplication::exit(interrupt.exitStatus()); });
    return QApplication::exec();
}

} // namespace

int runShot(const Arguments &arguments, int &argc, char *argv[])
{
    // Qt writes the fonts of a PDF in the order of a hash. A fixed seed makes the bytes the same
    // each time.
    QHashSeed::setDeterministicGlobalSeed();
    qputenv("QT_QPA_PLATFORM", "offscreen");
    silenceForeignWarnings(); // warnings about the missing desktop
    QApplication application(argc, argv);
    Theme theme(&application);
    theme.setChoice(arguments.theme == u"dark" ? Theme::Choice::Dark : Theme::Choice::Light);
    Language language(arguments.language);
    if (const auto possible = checkPlaceOfFile(arguments.output); !possible) {
        printMessage(errorMessage(possible.error(), {}));
        return 1;
    }
    if (arguments.page == u"recording")
        return drawRecording(arguments, &theme);
    return arguments.page == u"lab" ? drawLab(arguments, &theme, language)
                                    : drawWatch(arguments, &theme, &language);
}

} // namespace lockstep
