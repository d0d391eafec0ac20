#include "app/arguments/commandname.h"

#include "app/arguments/argumentwords.h"
#include "app/arguments/commandlist.h"
#include "app/arguments/operands.h"
#include "app/arguments/options.h"
#include "app/arguments/optionvalues.h"
#include "ui/text/listwords.h"

#include <algorithm>

namespace lockstep {

namespace {

// The words that may follow those that were typed already, each once.
QStringList possibleAfter(const QStringList &typed)
{
    QStringList possible;
    for (const CommandEntry &each : allCommands()) {
        const auto words = QString::fromLatin1(each.name).split(u' ');
        const bool goesOn = words.size() > typed.size() && words.mid(0, typed.size()) == typed;
        if (!each.isForm && goesOn)
            possible << words.at(typed.size());
    }
    possible.removeDuplicates();
    return possible;
}

} // namespace

Result<CommandName> takeCommand(QStringList &words)
{
    const bool isAlone = words.size() == 1 || words.at(1).startsWith(u'-');
    if (words.first() == u"profiles" && isAlone)
        words.insert(1, QStringLiteral("list")); // the list is what one most probably wants to see
    for (const CommandEntry &each : allCommands()) {
        const auto own = QString::fromLatin1(each.name).split(u' ');
        if (each.isForm || words.mid(0, own.size()) != own)
            continue;
        words.remove(0, own.size());
        if (each.command == Arguments::Command::Shot
            && (words.value(0) == u"recording"
                || std::any_of(words.begin(), words.end(), isRecordingPage)))
            return CommandName{each.command, RecordingShot, each.name};
        // "lab" without an id is refused for that, and not for the options of lab:ID beside it.
        const auto page = std::find_if(words.begin(), words.end(), isLabPage);
        if (each.command != Arguments::Command::Shot || page == words.end())
            return CommandName{each.command, each.bit, each.name};
        return CommandName{each.command, namesTrace(*page) ? TraceShot : LabShot, each.name};
    }
    if (const QStringList possible = possibleAfter({words.first()}); !possible.isEmpty())
        return failure(ErrorCode::BadInput,
            //: %1 a command, %2 what may follow it
            ArgumentWords::tr("%1 takes one of %2; see lockstep %1 --help.")
                .arg(words.first(), nameList(possible)));
    return failure(ErrorCode::BadInput,
        ArgumentWords::tr("Unknown command “%1”. Possible: %2, help, or none for the window.")
            .arg(withoutAddress(words.first()), nameList(possibleAfter({}))));
}

Result<unsigned> helpedCommand(QStringList words)
{
    const auto language = words.indexOf(QStringLiteral("--lang"));
    if (language >= 0 && language + 1 < words.size())
        words.removeAt(language + 1); // its value is no command
    words.removeIf([](const QString &word) { return word.startsWith(u'-') || word == u"help"; });
    if (words.isEmpty())
        return 0U;
    if (words == QStringList(QStringLiteral("lab")))
        return unsigned(AnyLab);
    if (words == QStringList(QStringLiteral("profiles")))
        return unsigned(AnyProfiles);
    const auto name = takeCommand(words);
    return name ? Result<unsigned>(name->bit) : tl::unexpected(name.error());
}

} // namespace lockstep
