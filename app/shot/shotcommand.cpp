// Implements `lockstep shot`, declared in windowcommand.h. The picture is the real window, fed by a
// real server, drawn offscreen. It is taken some seconds after the first inventory, so that there
// is a history to draw. The lock that was renewed most often is selected for it, one that only may
// be a lock last.
//
// Of a Cluster there is a picture as long as one of its nodes answers: what is not seen of the
// others is then part of what it shows. A node that is away from the beginning never ends its first
// inventory, so it is waited for as long as `watch --once` waits.

#include "app/window/windowcommand.h"

#include "app/shot/labshot.h"
#include "app/shot/recordingshot.h"
#include "app/shot/rowselection.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/language.h"
#include "app/terminal/output.h"
#include "app/watch/snapshotpatience.h"
#include "app/window/watchwindow.h"
#include "core/redis/values/errorclasses.h"
#include "ui/export/picture.h"
#include "ui/text/errormessage.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watchtext/statussentence.h"

#include <QApplication>
#include <QHashFunctions>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr auto progressEvery = std::chrono::seconds(1);

// These errors leave something to show: keys of another node are missing, and a key whose reply is
// too large is not read again, but the rest is shown.
bool isNoObstacle(const Error &error)
{
    return isServerNotReady(error.code) || isServedElsewhere(error.code)
        || error.code == ErrorCode::ReplyTooLarge;
}

class Shot : public QObject
{
public:
    Shot(WatchWindow &main, const Arguments &arguments)
        : m_main(main)
        , m_arguments(arguments)
    {
        connect(&main.window(), &MainWindow::snapshotArrived, this, &Shot::take);
        // With many keys, or while the server does not answer, finding the objects takes long.
        connect(&m_progress, &QTimer::timeout, this, [this] {
            const auto &status = m_main.window().watchPage()->shownSnapshot().status;
            printProgress(searchSentence(status));
        });
        m_progress.start(progressEvery);
        connect(&main, &WatchWindow::inventoryFinished, this, &Shot::drawLater);
        connect(&m_patience, &SnapshotPatience::ended, this, &Shot::drawLater);
    }

private:
    void take(const Snapshot &snapshot)
    {
        if (!snapshot.nodes->empty())
            m_patience.note(snapshot, true);
        const WatchStatus &status = snapshot.status;
        if (isHopeless(snapshot))
            fail(*status.trouble, status.troubledNode);
    }

    // Whether nothing can be shown, because of the server or, of a Cluster, because of each node.
    // Where a node dies the others may call the Cluster down and refuse to be read. What was found
    // before that is still shown.
    [[nodiscard]] bool isHopeless(const Snapshot &snapshot) const
    {
        const auto isObstructed = [this](const WatchStatus &status) {
            return status.trouble && !isNoObstacle(*status.trouble)
                && (!m_isToBeDrawn || status.trouble->code != ErrorCode::ClusterDown);
        };
        const auto &nodes = *snapshot.nodes;
        return isObstructed(snapshot.status)
            && std::all_of(nodes.begin(), nodes.end(),
                [&](const NodeStatus &node) { return isObstructed(node.status); });
    }

    // Begins when everything was found, or was waited for long enough.
    void drawLater()
    {
        if (std::exchange(m_isToBeDrawn, true))
            return;
        m_progress.stop();
        printProgress({});
        QTimer::singleShot(m_arguments.after / 4, this,
            [this] { selectMostRenewed(*m_main.window().watchPage()); });
        QTimer::singleShot(m_arguments.after, this, [this] { draw(); });
    }

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

    // node: the node of the Cluster with the trouble; empty if there is no Cluster.
    void fail(const Error &error, const QString &node = {})
    {
        m_main.window().disconnect(this); // the next snapshot would say it again
        printProgress({});
        const auto where = m_arguments.endpoint ? m_arguments.endpoint->display() : QString();
        printError(error, node.isEmpty() ? where : node);
        QApplication::exit(1);
    }

    WatchWindow &m_main;
    const Arguments &m_arguments;
    QTimer m_progress;
    SnapshotPatience m_patience; // with a Cluster of which a node is away
    bool m_isToBeDrawn = false;
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
