// Implements `lockstep shot recording:FILE`. The picture is the window that *Open recording* opens,
// at the moment of --at, without --at at the last one.

#include "app/shot/recordingshot.h"

#include "app/arguments/arguments.h"
#include "app/history/historywords.h"
#include "app/recording/openedrecording.h"
#include "app/shot/rowselection.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/output.h"
#include "ui/export/picture.h"
#include "ui/replay/replaybar.h"
#include "ui/text/errormessage.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"

#include <QApplication>
#include <QTimer>

#include <algorithm>

namespace lockstep {

namespace {

class RecordingShot : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::RecordingShot)

public:
    RecordingShot(OpenedRecording &window, const Arguments &arguments)
        : m_window(window)
        , m_arguments(arguments)
    {
        connect(&window, &OpenedRecording::opened, this, &RecordingShot::goToMoment);
        connect(&window, &OpenedRecording::refused, this, &RecordingShot::fail);
        connect(&window, &OpenedRecording::troubled, this, &RecordingShot::fail);
        connect(
            &window, &OpenedRecording::shown, this, [this] { doSoon(&RecordingShot::selectRow); });
        connect(&window, &OpenedRecording::historiesPlotted, this,
            [this] { doSoon(&RecordingShot::draw); });
    }

private:
    void goToMoment(const RecordedTimes &times)
    {
        const WallMilliseconds at = m_arguments.at.value_or(times.to);
        if (at < times.from || at > times.to)
            return fail(tr("Nothing was recorded at %1: %2 goes from %3 until %4.")
                            .arg(momentText(at), foreignWords(m_arguments.operand),
                                momentText(times.from), momentText(times.to)));
        m_window.bar()->goTo(at);
    }

    using Step = void (RecordingShot::*)();
    void doSoon(Step step) { QTimer::singleShot(200, this, step); }

    [[nodiscard]] bool isArranging() const
    {
        const auto tables = m_window.findChildren<ItemTable *>();
        return std::any_of(tables.begin(), tables.end(),
            [](const ItemTable *table) { return table->isArranging(); });
    }

    // Nobody can select a row in a picture. The plot is read from the file, and drawn after that.
    void selectRow()
    {
        if (isArranging())
            return doSoon(&RecordingShot::selectRow);
        if (!selectMostRenewed(*m_window.page()))
            draw();
    }

    // Draws once the layout has settled: on a busy machine the timer may fire before it has.
    void draw()
    {
        QCoreApplication::sendPostedEvents();
        if (isArranging())
            return doSoon(&RecordingShot::draw);
        if (QWidget *focus = m_window.focusWidget())
            focus->clearFocus(); // no cursor or focus frame on a picture
        const auto saved =
            savePicture(m_window, m_arguments.output, {m_arguments.size, m_arguments.scale});
        if (!saved)
            return fail(errorMessage(saved.error(), {}));
        QApplication::exit(0);
    }

    static void fail(const QString &sentence)
    {
        printProgress({});
        printMessage(sentence);
        QApplication::exit(1);
    }

    OpenedRecording &m_window;
    const Arguments &m_arguments;
};

} // namespace

int drawRecording(const Arguments &arguments, const Theme *theme)
{
    Interrupt interrupt;
    QApplication::setQuitOnLastWindowClosed(false); // which is closed where it is refused
    OpenedRecording window(arguments.operand, theme);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    const RecordingShot shot(window, arguments);
    window.resize(arguments.size);
    window.QWidget::show();
    QObject::connect(&interrupt, &Interrupt::received, &window,
        [&interrupt] { QApplication::exit(interrupt.exitStatus()); });
    return QApplication::exec();
}

} // namespace lockstep
