// Writes the manual page from the tables of commands and options, so that it cannot contradict the
// help.

#include "app/arguments/manualpage.h"

#include "app/arguments/argumentwords.h"
#include "app/arguments/commandlist.h"
#include "app/arguments/helptext.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

// Quotes text for roff, in which a backslash begins an escape, and a dot or an apostrophe at the
// beginning of a line begins a request. Minus signs are escaped, so that examples can be pasted
// into a shell.
QString plain(QString text)
{
    text.replace(u'\\', QStringLiteral("\\e"));
    text.replace(u'-', QStringLiteral("\\-"));
    text.replace(u'\'', QStringLiteral("\\(aq"));
    return text.startsWith(u'.') ? QStringLiteral("\\&") + text : text;
}

QString section(const QString &title)
{
    return QStringLiteral(".SH ") + plain(title) + u'\n';
}

QString paragraph(const QString &text)
{
    QString result;
    for (const QString &line : text.split(u'\n'))
        result += QStringLiteral(".PP\n") + plain(line) + u'\n';
    return result;
}

QString example(const QString &line)
{
    return QStringLiteral(".PP\n.RS 4\n.nf\n%1\n.fi\n.RE\n").arg(plain(line));
}

QString optionRow(const Option &option)
{
    QString text = QStringLiteral(".TP\n\\fB%1\\fR").arg(plain(typedName(option)));
    if (option.value)
        text += QStringLiteral(" \\fI%1\\fR").arg(plain(QString::fromLatin1(option.value)));
    return text + u'\n' + plain(optionHelp(option)) + u'\n';
}

QString optionRows(unsigned bit)
{
    QString text;
    for (const Option &option : allOptions()) {
        if (option.commands & bit)
            text += optionRow(option);
    }
    return text;
}

QString commandPart(const CommandEntry &command)
{
    return QStringLiteral(".SS \\fB%1\\fR\n").arg(plain(QString::fromUtf8(command.usage)))
        + plain(ArgumentWords::tr(command.what)) + u'\n' + optionRows(command.bit)
        + paragraph(ArgumentWords::tr("Example") + u':')
        + example(QString::fromUtf8(command.example));
}

} // namespace

QString manualPage()
{
    QString text = QStringLiteral(".TH LOCKSTEP 1 \"\" \"lockstep %1\" \"Lockstep\"\n")
                       .arg(QCoreApplication::applicationVersion());
    // Left-aligned, no hyphenation: else roff stretches the spaces in Chinese lines.
    text += QStringLiteral(".ad l\n.nh\n");
    text += section(ArgumentWords::tr("Name"))
        + QStringLiteral("lockstep \\- %1\n")
              .arg(plain(ArgumentWords::tr(
                  "watch what Redis coordinates, and play the races that break it")));
    text += section(ArgumentWords::tr("Synopsis"));
    text +=
        QStringLiteral(".nf\n%1\n").arg(plain(QStringLiteral("lockstep [--uri URI] [options]")));
    for (const CommandEntry &each : allCommands())
        text += plain(QString::fromUtf8(each.usage)) + u'\n';
    text += QStringLiteral(".fi\n");
    text += section(ArgumentWords::tr("Description")) + paragraph(whatLockstepDoes())
        + paragraph(whatArgumentsAre());
    text += section(ArgumentWords::tr("Options of the window")) + optionRows(Window);
    text += section(ArgumentWords::tr("Commands"));
    for (const CommandEntry &each : allCommands())
        text += commandPart(each);
    text += section(ArgumentWords::tr("Exit status")) + paragraph(exitStatuses());
    text += section(ArgumentWords::tr("Environment"))
        + QStringLiteral(".TP\n\\fBREDISCLI_AUTH\\fR\n%1\n")
              .arg(plain(ArgumentWords::tr("the password, for servers that need one")))
        + QStringLiteral(".TP\n\\fBLOCKSTEP_REDIS_SERVER\\fR\n%1\n")
              .arg(plain(
                  ArgumentWords::tr("the program that is started as a private server, instead of "
                                    "redis-server")));
    text += section(ArgumentWords::tr("See also"))
        + QStringLiteral("\\fBredis\\-cli\\fR(1), \\fBredis\\-server\\fR(1)\n");
    return text;
}

} // namespace lockstep
