// Part of completion.h. Writes the completion script for zsh, whose function _arguments takes one
// row for each option.

#include "app/arguments/completion.h"

namespace lockstep {

namespace {

constexpr auto zshScript = R"(#compdef lockstep
# Completes the command line of lockstep in zsh.

_lockstep()
{
    local command="$words[2] $words[3]"
    case $command in
%1        *) _lockstep_window ;;
    esac
}

%2_lockstep "$@"
)";

QString zshQuoted(QString text)
{
    return u'\'' + text.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString escaped(QString text, QStringView characters)
{
    for (const QChar each : characters)
        text.replace(each, QStringLiteral("\\") + each);
    return text;
}

QString functionName(const CompletedCommand &command)
{
    return QStringLiteral("_lockstep_")
        + (command.name.isEmpty() ? QStringLiteral("window") : command.name.join(u'_'));
}

QString argumentRow(const Option &option)
{
    QString row = option.repeats ? QStringLiteral("*") : QString();
    const bool mayHoldValue = option.value && qstrlen(option.name) > 1; // --name=value
    row += typedName(option) + (mayHoldValue ? QStringLiteral("=[") : QStringLiteral("["))
        + escaped(optionHelp(option), u"\\[]") + u']';
    if (option.value)
        row += u':' + escaped(QString::fromLatin1(option.value), u"\\:") + u':';
    if (valueKind(option) == ValueKind::File)
        row += QStringLiteral("_files");
    else if (valueKind(option) == ValueKind::Words)
        row += u'(' + valueWords(option).join(u' ') + u')';
    return QStringLiteral("        ") + zshQuoted(row) + QStringLiteral(" \\\n");
}

// The zsh function that completes what may follow the command's name.
QString function(const std::vector<CompletedCommand> &all, const CompletedCommand &command)
{
    const auto behind = commandsBehind(all, command.name);
    QString text = functionName(command) + QStringLiteral("()\n{\n");
    if (!behind.empty()) {
        text += QStringLiteral("    if (( CURRENT == %1 )) && [[ $words[CURRENT] != -* ]]; then\n"
                               "        local -a commands=(\n")
                    .arg(command.name.size() + 2);
        for (const CompletedCommand &each : behind)
            text += QStringLiteral("            ")
                + zshQuoted(each.name.last() + u':' + escaped(each.brief, u"\\:")) + u'\n';
        text += QStringLiteral("        )\n        _describe command commands\n        return\n"
                               "    fi\n");
    }
    text += QStringLiteral("    shift %1 words\n    (( CURRENT -= %1 ))\n    _arguments \\\n"
                           "        '(- *)--help[%2]' \\\n")
                .arg(command.name.size())
                .arg(QStringLiteral("help"));
    for (const Option *option : command.options)
        text += argumentRow(*option);
    if (!command.words.isEmpty() || command.takesFiles)
        text += QStringLiteral("        '*: :%1_operands'\n").arg(functionName(command));
    text += QStringLiteral("}\n\n");
    if (command.words.isEmpty() && !command.takesFiles)
        return text;
    text += functionName(command) + QStringLiteral("_operands()\n{\n");
    if (!command.words.isEmpty())
        text += QStringLiteral("    compadd -- ") + command.words.join(u' ') + u'\n';
    if (command.takesFiles)
        text += QStringLiteral("    _files\n");
    return text + QStringLiteral("}\n\n");
}

} // namespace

QString zshCompletion()
{
    const auto all = completedCommands();
    // Longer names come first, because a shorter one may be their beginning.
    QString longer, shorter, functions;
    for (const CompletedCommand &each : all) {
        functions += function(all, each);
        if (!each.name.isEmpty())
            (each.name.size() > 1 ? longer : shorter) +=
                QStringLiteral("        '%1'%2) %3 ;;\n")
                    .arg(each.name.join(u' ')
                            + (each.name.size() > 1 ? QString() : QStringLiteral(" ")),
                        each.name.size() > 1 ? QString() : QStringLiteral("*"), functionName(each));
    }
    return QString::fromLatin1(zshScript).arg(longer + shorter, functions);
}

} // namespace lockstep
