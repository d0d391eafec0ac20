#include "ui/lab/page/labglossary.h"

#include "ui/focus/focusring.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <array>

namespace lockstep {

namespace {

struct Entry
{
    const char *word; // translated if it is a word, not a sign
    const char *meaning;
};

constexpr auto context = "lockstep::LabGlossary";

constexpr std::array glossaryWords{
    Entry{QT_TRANSLATE_NOOP("lockstep::LabGlossary", "step"),
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "One client sends a command and gets the reply, or something happens around the "
            "clients.")},
    Entry{QT_TRANSLATE_NOOP("lockstep::LabGlossary", "interleaving"),
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "One order in which the steps of all clients can follow one another. Exploring goes "
            "through all of them within its bounds.")},
    Entry{QT_TRANSLATE_NOOP("lockstep::LabGlossary", "preemption"),
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "Another client's step comes although the one before could have gone on.")},
    Entry{QT_TRANSLATE_NOOP("lockstep::LabGlossary", "step of the environment"),
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "What no client does: time passes, a client crashes or stands still, a server restarts "
            "or is replaced, a request is lost.")},
    Entry{QT_TRANSLATE_NOOP("lockstep::LabGlossary", "shortest way"),
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "To break a check: with the fewest steps of the environment, then the fewest "
            "preemptions, then the fewest steps.")},
    Entry{QT_TRANSLATE_NOOP("lockstep::LabGlossary", "bound"),
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "How many of those may happen. What holds within bounds is not proven beyond them.")},
    Entry{QT_TRANSLATE_NOOP("lockstep::LabGlossary", "trace"),
        QT_TRANSLATE_NOOP(
            "lockstep::LabGlossary", "The steps of a run in words, as in A1 B1 T A2.")},
    Entry{"A1", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "The first command of A.")},
    Entry{"A1'",
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "A goes on after it: its reply has arrived, or its wait is over.")},
    Entry{"A0", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "A starts only now.")},
    Entry{"A~1",
        QT_TRANSLATE_NOOP("lockstep::LabGlossary", "The first command of A's second thread.")},
    Entry{"A1=2", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "A's random() gives 2.")},
    Entry{"T",
        QT_TRANSLATE_NOOP(
            "lockstep::LabGlossary", "Time passes until the next key or timer is due.")},
    Entry{"X(A)", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "A crashes.")},
    Entry{"P(A), U(A)", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "A stands still; A goes on.")},
    Entry{
        "N(0)", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Server 0 restarts without its keys.")},
    Entry{"F",
        QT_TRANSLATE_NOOP(
            "lockstep::LabGlossary", "The replica takes over without the last write.")},
    Entry{"L(A)", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "A request of A never arrives.")},
};

constexpr std::array glossaryKeys{
    Entry{"F2, F3, F4", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Run freely, step, explore")},
    Entry{"F5", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Begin; Esc stops")},
    Entry{"A, B, C …", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Step that client")},
    Entry{"T, X, P",
        QT_TRANSLATE_NOOP(
            "lockstep::LabGlossary", "Let time pass; crash the chosen client; pause or resume it")},
    Entry{"← → Home End",
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "The cursor, step by step; with Shift from violation to violation")},
    Entry{"Ctrl+Z, Ctrl+Shift+Z", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Undo, redo")},
    Entry{"Ctrl+T",
        QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Step through the violation of a free run")},
    Entry{"Ctrl+B", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Swap in the fix, or swap back")},
    Entry{"Ctrl+E",
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "Change a copy of the program, or a file of your own; end that")},
    Entry{"Ctrl+D", QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Compare")},
    Entry{"Ctrl+Shift+C",
        QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Copy the run as a command that replays it")},
    Entry{"Ctrl+W, Ctrl+Shift+T",
        QT_TRANSLATE_NOOP(
            "lockstep::LabGlossary", "Close the run; open the one that was closed last again")},
    Entry{"Ctrl+F",
        QT_TRANSLATE_NOOP(
            "lockstep::LabGlossary", "Find a scenario; in the listing, find words in it")},
    Entry{"F8, F9",
        QT_TRANSLATE_NOOP("lockstep::LabGlossary", "Show or hide the scenarios, the program")},
    Entry{"F11",
        QT_TRANSLATE_NOOP(
            "lockstep::LabGlossary", "Picture and program alone, larger, for a class; back")},
    Entry{"Space",
        QT_TRANSLATE_NOOP("lockstep::LabGlossary",
            "The cursor goes on by itself, a step a second; anything else stops it")},
};

template <std::size_t size>
QString table(const QString &title, const std::array<Entry, size> &entries)
{
    QString rows;
    for (const Entry &each : entries)
        rows +=
            QStringLiteral("<tr><td style=\"white-space:nowrap\"><b>%1</b></td><td>%2</td></tr>")
                .arg(QCoreApplication::translate(context, each.word).toHtmlEscaped(),
                    QCoreApplication::translate(context, each.meaning).toHtmlEscaped());
    return QStringLiteral("<h3>%1</h3><table cellpadding=\"3\">%2</table>")
        .arg(title.toHtmlEscaped(), rows);
}

} // namespace

LabGlossary::LabGlossary(QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Words and keys of the lab"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *text = new QTextBrowser(this);
    text->setFrameShape(QFrame::NoFrame);
    text->setAccessibleName(windowTitle());
    new FocusRing(text);
    text->setHtml(table(tr("Words"), glossaryWords) + table(tr("Keys"), glossaryKeys));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(text, 1);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 34);
}

} // namespace lockstep
