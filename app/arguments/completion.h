#pragma once

#include "app/arguments/options.h"

#include <QStringList>

#include <vector>

namespace lockstep {

// A command as a shell completes it: what may follow its name on the command line.
struct CompletedCommand
{
    QStringList name; // as it is typed: {"lab", "run"}; {} opens the window; {"lab"} is a group
    QString brief; // in the language of the program
    std::vector<const Option *> options;
    QStringList words; // operands that the command takes, such as ids of scenarios
    bool takesFiles = false; // whether it also takes paths of files
};

// The commands with what can follow them, made from the tables of commands and options.
std::vector<CompletedCommand> completedCommands();
// The commands in all that are one word longer than name and begin with it.
std::vector<CompletedCommand> commandsBehind(
    const std::vector<CompletedCommand> &all, const QStringList &name);

// What a shell can offer as the value of an option. None: the option takes no value.
enum class ValueKind : quint8 { None, File, Words, Unknown };
ValueKind valueKind(const Option &option);
QStringList valueWords(const Option &option); // for ValueKind::Words

QStringList completionShells();
// The script that completes the command line of lockstep in one of these shells.
QString completionScript(const QString &shell);

QString bashCompletion();
QString zshCompletion();
QString fishCompletion();

} // namespace lockstep
