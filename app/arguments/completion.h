#pragma once

#include "app/arguments/options.h"

#include <QStringList>

#include <vector>

namespace lockstep {

// A command as a shell completes it: what may follow its name on the command line.
struct CompletedCommand
{
    QStringList name; // as it is typed: {"lab", "run"}; {}: the window; {"lab"}: what begins so
    QString brief; // in the language of the program
    std::vector<const Option *> options;
    QStringList words; // that it takes itself
    bool takesFiles = false; // or paths of files
};

// The commands with what can follow them, made from the tables of commands and options.
std::vector<CompletedCommand> completedCommands();
// Those whose name is one word longer, directly behind it.
std::vector<CompletedCommand> commandsBehind(
    const std::vector<CompletedCommand> &all, const QStringList &name);

// What the value of an option is completed with.
enum class ValueKind : quint8 { None, File, Words, Unknown };
ValueKind valueKind(const Option &option);
QStringList valueWords(const Option &option); // of Words

QStringList completionShells();
// The script that completes the command line of lockstep in one of these shells.
QString completionScript(const QString &shell);

QString bashCompletion();
QString zshCompletion();
QString fishCompletion();

} // namespace lockstep
