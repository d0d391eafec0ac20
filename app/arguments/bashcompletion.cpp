// Part of completion.h. Writes the completion script for bash. Bash also splits words at “:” and
// “=”, so the script reads what was typed from the line itself, and returns only the part of a
// completion behind the last such character.

#include "app/arguments/completion.h"

namespace lockstep {

namespace {

constexpr auto bashScript = R"(# Completes the command line of lockstep in bash.

_lockstep()
{
    local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} words= files= command value
    local current=${line##*[[:space:]]}
    local -a typed
    read -ra typed <<< "${line%"$current"}"
    local option=${typed[${#typed[@]} - 1]}
    case "${typed[*]:1:2} " in
%1        *) command= ;;
    esac
    value=$current
    if [[ $current == --*=* ]]; then
        option=${current%%=*} value=${current#*=}
    fi
    case "$command:$option" in
%2        *)
            case "$command:$value" in
%3            esac
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$value"; [[ -z $files ]] || compgen -f -- "$value")
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
    fi
    local i behind=${value##*[$COMP_WORDBREAKS]}
    for i in "${!COMPREPLY[@]}"; do
        COMPREPLY[i]=${COMPREPLY[i]#"${value%"$behind"}"}
    done
}

complete -F _lockstep lockstep
)";

QString bashQuoted(const QString &text)
{
    return u'\'' + text + u'\'';
}

// One branch of a case statement.
QString row(int depth, const QStringList &patterns, const QString &commands)
{
    const QString indent(4 * depth, u' ');
    return patterns.isEmpty()
        ? QString()
        : indent + patterns.join(u'|') + QStringLiteral(") ") + commands + QStringLiteral(" ;;\n");
}

QString commandRows(const std::vector<CompletedCommand> &all)
{
    // Longer names come first, because a shorter one may be their beginning.
    QString longer, shorter;
    for (const CompletedCommand &each : all) {
        const QString name = each.name.join(u' ');
        if (!name.isEmpty())
            (each.name.size() > 1 ? longer : shorter) += row(
                2, {bashQuoted(name + u' ') + u'*'}, QStringLiteral("command=") + bashQuoted(name));
    }
    return longer + shorter;
}

QString valueRows(const std::vector<CompletedCommand> &all)
{
    QString rows;
    QStringList files, unknown;
    for (const CompletedCommand &each : all) {
        for (const Option *option : each.options) {
            const QString pattern = bashQuoted(each.name.join(u' ') + u':' + typedName(*option));
            const ValueKind kind = valueKind(*option);
            if (kind == ValueKind::Words)
                rows += row(2, {pattern},
                    QStringLiteral("words=") + bashQuoted(valueWords(*option).join(u' ')));
            else if (kind == ValueKind::File)
                files << pattern;
            else if (kind == ValueKind::Unknown)
                unknown << pattern;
        }
    }
    return rows + row(2, files, QStringLiteral("files=1")) + row(2, unknown, QStringLiteral(":"));
}

QString operandRows(const std::vector<CompletedCommand> &all)
{
    QString rows;
    for (const CompletedCommand &each : all) {
        const QString name = each.name.join(u' ');
        QStringList options{QStringLiteral("--help")};
        for (const Option *option : each.options)
            options << typedName(*option);
        rows += row(4, {bashQuoted(name + QStringLiteral(":-")) + u'*'},
            QStringLiteral("words=") + bashQuoted(options.join(u' ')));
        QStringList words = each.words, behind;
        for (const CompletedCommand &next : commandsBehind(all, each.name))
            behind << next.name.last();
        QStringList does;
        if (!words.isEmpty())
            does << QStringLiteral("words=") + bashQuoted(words.join(u' '));
        if (!behind.isEmpty()) // these words are completed only directly behind the name
            does << QStringLiteral("(( ${#typed[@]} > %1 )) || words=").arg(each.name.size() + 1)
                    + bashQuoted(behind.join(u' '));
        if (each.takesFiles)
            does << QStringLiteral("files=1");
        if (!does.isEmpty())
            rows += row(4, {bashQuoted(name + u':') + u'*'}, does.join(QStringLiteral("; ")));
    }
    return rows;
}

} // namespace

QString bashCompletion()
{
    const auto all = completedCommands();
    return QString::fromLatin1(bashScript).arg(commandRows(all), valueRows(all), operandRows(all));
}

} // namespace lockstep
