#include "labplayer.h"

#include "app/terminal/language.h"
#include "ui/lab/explore/interleavingmapview.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/program/editrow.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/step/steprow.h"
#include "ui/lab/step/traceline.h"
#include "ui/lab/table/operationstable.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/verdict/checkslist.h"
#include "ui/widgets/quiettabs.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

namespace lockstep {

LabPlayer::LabPlayer(MainWindow &window, Theme &theme, Language &language, quint32 seed)
    : m_window(window)
    , m_theme(theme)
    , m_language(language)
    , m_random(seed)
{
    add(keyDeeds());
    add(mouseDeeds());
    add(fieldDeeds());
    add(windowDeeds());
    QObject::connect(&m_closing, &QTimer::timeout, &m_closing, &LabPlayer::closeWhatCameUp);
    m_closing.start(std::chrono::milliseconds(100));
}

void LabPlayer::closeWhatCameUp()
{
    if (QWidget *menu = QApplication::activePopupWidget())
        menu->close();
    if (auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget()))
        dialog->reject();
}

void LabPlayer::add(std::vector<Deed> deeds)
{
    for (Deed &deed : deeds) {
        m_weights += deed.weight;
        m_deeds.push_back(std::move(deed));
    }
}

void LabPlayer::act()
{
    int place = m_random.bounded(m_weights);
    for (const Deed &deed : m_deeds) {
        place -= deed.weight;
        if (place >= 0)
            continue;
        m_deed = QString::fromUtf8(deed.name);
        deed.perform();
        return closeWhatCameUp();
    }
}

std::vector<LabPlayer::Deed> LabPlayer::keyDeeds()
{
    using enum Qt::Key;
    return {
        {"mode", 10,
            [this] {
                pressAny({Key_F2, Key_F3, Key_F4});
            }},
        {"run", 12, [this] { press(Key_F5); }},
        {"stop", 4, [this] { press(Key_Escape); }},
        {"step a client", 20,
            [this] {
                pressAny(
                    {Key_A, Key_B, Key_C, Key_D}, happens(15) ? Qt::ShiftModifier : Qt::NoModifier);
            }},
        {"step the environment", 6,
            [this] {
                pressAny({Key_T, Key_T, Key_X, Key_P});
            }},
        {"undo", 8, [this] { press(Key_Z, Qt::ControlModifier); }},
        {"redo", 4, [this] { press(Key_Z, Qt::ControlModifier | Qt::ShiftModifier); }},
        {"cursor", 12,
            [this] {
                pressAny({Key_Left, Key_Right, Key_Home, Key_End, Key_PageUp, Key_PageDown, Key_Up,
                             Key_Down, Key_Plus, Key_Minus, Key_0, Key_Return},
                    happens(30) ? Qt::ShiftModifier : Qt::NoModifier);
            }},
        {"step it", 5, [this] { press(Key_T, Qt::ControlModifier); }},
        {"swap", 6, [this] { press(Key_B, Qt::ControlModifier); }},
        {"compare", 4, [this] { press(Key_D, Qt::ControlModifier); }},
        {"close the run", 3, [this] { press(Key_W, Qt::ControlModifier); }},
        {"open the closed run again", 3,
            [this] { press(Key_T, Qt::ControlModifier | Qt::ShiftModifier); }},
        {"copy the trace", 3, [this] { press(Key_C, Qt::ControlModifier | Qt::ShiftModifier); }},
        {"fold", 3,
            [this] {
                pressAny({Key_F8, Key_F9});
            }},
        {"present to a class, and back", 3, [this] { press(Key_F11); }},
        {"words and keys", 1, [this] { press(Key_F1); }},
        {"let the cursor go on", 3,
            [this] {
                if (auto *timeline = anySeen<Timeline>()) {
                    timeline->setFocus();
                    press(Key_Space);
                }
            }},
        {"next widget", 6,
            [this] {
                pressAny({Key_Tab, Key_Tab, Key_Backtab, Key_Space, Key_Return});
            }},
    };
}

std::vector<LabPlayer::Deed> LabPlayer::mouseDeeds()
{
    const auto viewport = [](QAbstractScrollArea *area) {
        return area ? area->viewport() : nullptr;
    };
    return {
        {"click the timeline", 8, [this] { clickAnywhere(anySeen<Timeline>()); }},
        {"drag in the timeline", 4,
            [this] {
                if (auto *timeline = anySeen<Timeline>())
                    drag(timeline, placeIn(timeline), placeIn(timeline),
                        happens(50) ? Qt::ShiftModifier : Qt::NoModifier);
            }},
        {"wheel", 5, [this] { turnWheel(anySeen<Timeline>()); }},
        {"legend", 2,
            [this] {
                auto *timeline = anySeen<Timeline>();
                const auto entries = timeline ? timeline->findChildren<QAbstractButton *>()
                                              : QList<QAbstractButton *>();
                if (!entries.isEmpty())
                    clickAnywhere(entries.at(m_random.bounded(int(entries.size()))),
                        happens(30) ? Qt::ShiftModifier : Qt::NoModifier);
            }},
        {"take a step", 8, [this] { clickAnywhere(anySeen<StepRow>()); }},
        {"choose a tab", 4, [this] { clickAnywhere(anySeen<QuietTabs>()); }},
        {"press a tool button", 2, [this] { clickAnywhere(anySeen<QToolButton>()); }},
        {"click the table", 4,
            [this, viewport] { clickAnywhere(viewport(anySeen<OperationsTable>())); }},
        {"click a check", 3, [this, viewport] { clickAnywhere(viewport(anySeen<ChecksList>())); }},
        {"click the program", 3,
            [this, viewport] { clickAnywhere(viewport(anySeen<ProgramView>())); }},
        {"click the map", 4, [this] { clickAnywhere(anySeen<InterleavingMapView>()); }},
        {"choose a scenario", 10,
            [this] {
                if (auto *list = anySeen<QListView>(); list && happens(60))
                    clickAnywhere(list->viewport());
                else if (list)
                    QTest::keyClick(list, happens(50) ? Qt::Key_Down : Qt::Key_PageDown);
            }},
        {"search", 5, [this] { searchFor(); }},
    };
}

std::vector<LabPlayer::Deed> LabPlayer::fieldDeeds()
{
    return {
        {"edit a field", 8, [this] { editField(); }},
        {"usual values", 5,
            [this] {
                QWidget *form = anySeen<RunForm>();
                if (!form)
                    form = anySeen<ExploreForm>();
                if (form)
                    click(form->findChild<QPushButton *>(), {5, 5});
            }},
        {"a check box", 3,
            [this] {
                click(anySeen<QCheckBox>(), {5, 5});
            }},
        {"whose rows", 2,
            [this] {
                if (auto *choice = anySeen<QComboBox>())
                    QTest::keyClick(choice, happens(60) ? Qt::Key_Down : Qt::Key_Home);
            }},
        {"write a trace", 4, [this] { writeTrace(); }},
        {"edit", 5, [this] { press(Qt::Key_E, Qt::ControlModifier); }},
        {"write in the program", 10, [this] { writeInProgram(); }},
        {"another editor", 2, [this] { changeEditedFile(); }},
        {"below the program", 3,
            [this] {
                auto *row = anySeen<EditRow>();
                const auto buttons =
                    row ? row->findChildren<QPushButton *>() : QList<QPushButton *>();
                if (!buttons.isEmpty())
                    click(buttons.at(m_random.bounded(int(buttons.size()))), {5, 5});
            }},
        {"click the lesson", 4,
            [this] {
                if (auto *lesson = anySeen<QTextBrowser>())
                    clickAnywhere(lesson->viewport());
            }},
    };
}

std::vector<LabPlayer::Deed> LabPlayer::windowDeeds()
{
    return {
        {"move a splitter", 3, [this] { moveSplitter(); }},
        {"resize", 2, [this] { resizeWindow(); }},
        {"theme", 1,
            [this] {
                m_theme.setChoice(happens(50) ? Theme::Choice::Dark : Theme::Choice::Light);
            }},
        {"language", 1,
            [this] {
                m_language.choose(happens(50) ? QStringLiteral("en") : QStringLiteral("zh_CN"));
                m_window.labPage()->setLanguage(m_language.name());
            }},
        {"another page", 1,
            [this] {
                press(Qt::Key_3, Qt::ControlModifier);
                press(Qt::Key_2, Qt::ControlModifier);
            }},
    };
}

void LabPlayer::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QWidget *focused = QApplication::focusWidget();
    QTest::keyClick(focused ? focused : &m_window, key, modifiers);
}

void LabPlayer::pressAny(std::initializer_list<Qt::Key> keys, Qt::KeyboardModifiers modifiers)
{
    press(keys.begin()[m_random.bounded(int(keys.size()))], modifiers);
}

void LabPlayer::type(const QString &text)
{
    for (const QChar letter : text) {
        if (QWidget *focused = QApplication::focusWidget())
            QTest::keyClick(focused, letter.toLatin1());
    }
}

void LabPlayer::click(QWidget *widget, QPoint at, Qt::KeyboardModifiers modifiers)
{
    if (!widget || !widget->isVisible() || !widget->isEnabled())
        return;
    QTest::mouseMove(widget, at);
    QTest::mouseClick(widget, Qt::LeftButton, modifiers, at);
}

void LabPlayer::clickAnywhere(QWidget *widget, Qt::KeyboardModifiers modifiers)
{
    if (!widget)
        return;
    const QPoint at = placeIn(widget);
    click(widget, at, modifiers);
    if (happens(10))
        QTest::mouseDClick(widget, Qt::LeftButton, modifiers, at);
}

void LabPlayer::turnWheel(QWidget *widget)
{
    if (!widget)
        return;
    const QPointF at = placeIn(widget);
    QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, happens(60) ? 120 : -120}, Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(widget, &event);
}

void LabPlayer::drag(QWidget *widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers)
{
    const QPointer<QWidget> dragged = widget;
    QTest::mousePress(widget, Qt::LeftButton, modifiers, from);
    for (const QPoint at : {(from + to) / 2, to}) {
        QCoreApplication::processEvents(); // something may come in between
        if (!dragged)
            return;
        QMouseEvent move(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton,
            Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(widget, &move);
    }
    QTest::mouseRelease(widget, Qt::LeftButton, modifiers, to);
}

void LabPlayer::searchFor()
{
    press(Qt::Key_F, Qt::ControlModifier);
    const QStringList words{QStringLiteral("lock"), QStringLiteral("stock"),
        QStringLiteral("Released"), QStringLiteral("limit"), QStringLiteral("watchdog"),
        QStringLiteral("zzz"), QString()};
    if (qobject_cast<QLineEdit *>(QApplication::focusWidget()))
        type(words.at(m_random.bounded(int(words.size()))));
    pressAny({Qt::Key_Return, Qt::Key_Return, Qt::Key_Down, Qt::Key_Escape});
}

// By its arrows or by writing; small numbers: what is asked for is really done.
void LabPlayer::editField()
{
    auto *field = anySeen<QAbstractSpinBox>();
    if (!field || !field->isEnabled())
        return;
    field->setFocus();
    if (happens(50)) {
        QTest::keyClick(field, happens(50) ? Qt::Key_Up : Qt::Key_Down);
        return;
    }
    field->selectAll();
    type(QString::number(m_random.bounded(happens(80) ? 8 : 100)));
    if (happens(60))
        press(happens(50) ? Qt::Key_Return : Qt::Key_Tab);
}

void LabPlayer::writeTrace()
{
    auto *line = anySeen<TraceLine>();
    auto *field = line ? line->findChild<QLineEdit *>() : nullptr;
    if (!field || !field->isEnabled())
        return;
    field->setFocus();
    field->selectAll();
    if (happens(40)) {
        press(Qt::Key_V, Qt::ControlModifier);
    } else {
        QStringList steps;
        for (int i = m_random.bounded(1, 7); i > 0; --i)
            steps << (happens(20) ? QStringLiteral("T")
                                  : QStringLiteral("%1%2").arg(
                                      QChar(u'A' + m_random.bounded(3)), QString::number(i)));
        type(steps.join(u' '));
    }
    press(happens(85) ? Qt::Key_Return : Qt::Key_Escape);
}

// In a listing that can be written in: words that a program may have or may not, and keys.
void LabPlayer::writeInProgram()
{
    auto *program = anySeen<ProgramView>();
    if (!program || program->isReadOnly())
        return;
    program->setFocus();
    const QStringList words{QStringLiteral(" "), QStringLiteral("-- a comment"),
        QStringLiteral("work() "), QStringLiteral("end"), QStringLiteral("count(\"sold\") "),
        QStringLiteral("\""), QStringLiteral("while true do")};
    type(words.at(m_random.bounded(int(words.size()))));
    if (happens(40))
        pressAny({Qt::Key_Return, Qt::Key_Tab, Qt::Key_Backtab, Qt::Key_Up, Qt::Key_Home,
            Qt::Key_PageDown, Qt::Key_Backspace, Qt::Key_Delete});
    if (happens(40))
        press(Qt::Key_Z, Qt::ControlModifier);
}

void LabPlayer::changeEditedFile()
{
    QFile file(m_window.labPage()->editing()->path());
    if (!file.fileName().isEmpty() && file.open(QIODevice::Append))
        file.write("-- of another editor\n");
}

void LabPlayer::moveSplitter()
{
    auto *handle = anySeen<QSplitterHandle>();
    if (!handle)
        return;
    const int by = m_random.bounded(-200, 200);
    const QPoint from = handle->rect().center();
    drag(handle, from, from + QPoint(by, by));
}

void LabPlayer::resizeWindow()
{
    m_window.resize(m_random.bounded(700, 1900), m_random.bounded(400, 1100));
}

template <typename Widget> Widget *LabPlayer::anySeen()
{
    QList<Widget *> seen;
    const auto all = m_window.labPage()->findChildren<Widget *>();
    for (Widget *each : all) {
        if (each->isVisible())
            seen << each;
    }
    return seen.isEmpty() ? nullptr : seen.at(m_random.bounded(int(seen.size())));
}

QPoint LabPlayer::placeIn(const QWidget *widget)
{
    return {m_random.bounded(std::max(1, widget->width())),
        m_random.bounded(std::max(1, widget->height()))};
}

} // namespace lockstep
