#include "app/arguments/operands.h"

#include "app/arguments/argumentwords.h"
#include "app/arguments/commandlist.h"
#include "app/arguments/completion.h"
#include "app/arguments/options.h"
#include "app/arguments/optionvalues.h"
#include "ui/lab/words/tracewords.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

const QString labPage = QStringLiteral("lab:");
const QString recordingPage = QStringLiteral("recording:");

// The page of a picture: "lab:ID", "lab:ID:TRACE" or "lab:ID:explore". A colon may also belong to
// the path of an existing file.
struct LabPicture
{
    QString scenario;
    std::optional<QString> trace;
};

LabPicture labPicture(const QString &page)
{
    const QString words = page.mid(labPage.size());
    const auto colon = words.lastIndexOf(u':');
    if (colon <= 0 || QFileInfo::exists(words))
        return {words, std::nullopt};
    return {words.left(colon), words.mid(colon + 1)};
}

Result<void> takeTrace(Arguments &arguments, const QString &text)
{
    auto trace = traceFromText(text);
    if (!trace)
        return failure(ErrorCode::BadInput, misreadWords(text, trace.error()));
    arguments.lab.trace = std::move(*trace);
    return {};
}

Result<void> takePage(Arguments &arguments, const QStringList &words)
{
    const QString page = words.value(0);
    const bool isLab = page.startsWith(labPage) && page.size() > labPage.size();
    const bool isRecording = page.startsWith(recordingPage) && page.size() > recordingPage.size();
    if (words.size() != 1 || !(isLab || isRecording || page == u"watch" || page == u"server"))
        return badInput(
            ArgumentWords::tr("shot takes one page: watch, server, lab:ID, “lab:ID:TRACE”, "
                              "lab:ID:explore or recording:FILE."));
    if (isRecording) {
        arguments.page = QStringLiteral("recording");
        arguments.operand = page.mid(recordingPage.size());
        return {};
    }
    arguments.page = isLab ? QStringLiteral("lab") : page;
    if (!isLab)
        return {};
    const LabPicture picture = labPicture(page);
    arguments.lab.scenario = picture.scenario;
    arguments.lab.explored = picture.trace == u"explore";
    return picture.trace && !arguments.lab.explored ? takeTrace(arguments, *picture.trace)
                                                    : Result<void>();
}

bool takesOperand(Arguments::Command command)
{
    using enum Arguments::Command;
    return command == ProfilesShow || command == ProfilesAdd || command == ProfilesEdit
        || command == ProfilesRemove || command == ProfilesImport || command == ProfilesExport
        || command == Record || command == History;
}

QString missingOperand(Arguments::Command command)
{
    if (command == Arguments::Command::Record)
        return ArgumentWords::tr("record takes the file to write: lockstep record --uri "
                                 "redis://host night.lockstep");
    if (command == Arguments::Command::History)
        return ArgumentWords::tr("history takes the file of a recording.");
    return command == Arguments::Command::ProfilesImport
        ? ArgumentWords::tr("profiles import takes a file: an export of Lockstep or of "
                            "RedisInsight, or addresses, one a line.")
        : ArgumentWords::tr("profiles show, add, edit and remove take the name of a profile.");
}

// Whether somebody who is asked for no address may have meant one.
bool looksLikeAddress(const QString &word)
{
    static const QRegularExpression hostAndPort(QStringLiteral("^[\\w.-]+:\\d+$"));
    return word.contains(u"://") || hostAndPort.match(word).hasMatch();
}

bool takesAddress(Arguments::Command command)
{
    return std::any_of(
        allCommands().begin(), allCommands().end(), [command](const CommandEntry &entry) {
            return entry.command == command && (entry.bit & Connecting) != 0;
        });
}

QString unexpectedArgument(Arguments::Command command, const QString &word)
{
    if (!looksLikeAddress(word) || !takesAddress(command))
        return ArgumentWords::tr("Unexpected argument “%1”.").arg(withoutAddress(word));
    return ArgumentWords::tr(
        "Unexpected argument “%1”: an address stands behind --uri, and the name "
        "of a profile behind --profile.")
        .arg(withoutAddress(word));
}

} // namespace

Result<void> takeOperands(Arguments &arguments, QStringList words)
{
    const Arguments::Command command = arguments.command;
    if (command == Arguments::Command::Shot)
        return takePage(arguments, words);
    if (command == Arguments::Command::LabRun || command == Arguments::Command::LabExplore
        || command == Arguments::Command::LabReplay) {
        if (words.isEmpty())
            return badInput(
                ArgumentWords::tr("lab run, explore and replay take a scenario: an id of lockstep "
                                  "lab list, or the path of a file."));
        arguments.lab.scenario = words.takeFirst();
    }
    if (command == Arguments::Command::LabRun || command == Arguments::Command::LabExplore)
        arguments.lab.others = std::exchange(words, {});
    if (command == Arguments::Command::LabCheck) {
        if (words.isEmpty())
            return badInput(
                ArgumentWords::tr("lab check takes the files to grade, or folders with them."));
        arguments.lab.others = std::exchange(words, {});
    }
    if (command == Arguments::Command::Completion) {
        if (words.size() != 1 || !completionShells().contains(words.first()))
            return badInput(ArgumentWords::tr("completion takes the name of a shell: %1.")
                                .arg(completionShells().join(ArgumentWords::tr(" or "))));
        arguments.shell = words.takeFirst();
    }
    if (takesOperand(command)) {
        arguments.operand = words.value(0);
        words.remove(0, std::min<qsizetype>(1, words.size()));
        if (arguments.operand.isEmpty() && command != Arguments::Command::ProfilesExport)
            return badInput(missingOperand(command));
    }
    if (command
        == Arguments::Command::LabReplay) // a trace whose quotes were forgotten is understood too
        return takeTrace(arguments, words.join(u' '));
    return words.isEmpty() ? Result<void>() : badInput(unexpectedArgument(command, words.first()));
}

bool isLabPage(const QString &word)
{
    return word.startsWith(labPage) || word == u"lab";
}

bool isRecordingPage(const QString &word)
{
    return word.startsWith(recordingPage);
}

bool namesTrace(const QString &page)
{
    return labPicture(page).trace.has_value();
}

} // namespace lockstep
