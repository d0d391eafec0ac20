#pragma once

#include "app/arguments/arguments.h"

#include <span>

namespace lockstep {

// Bits for the commands that an option belongs to, and below them names for several commands.
enum CommandBit : unsigned {
    Window = 1u << 0,
    Watch = 1u << 1,
    Shot = 1u << 2,
    Acl = 1u << 3,
    Unlock = 1u << 4,
    LabList = 1u << 5,
    LabRun = 1u << 6,
    LabShot = 1u << 7, // shot lab:ID
    LabExplore = 1u << 8,
    LabReplay = 1u << 9,
    TraceShot = 1u << 10, // shot lab:ID:TRACE
    LabCheck = 1u << 11,
    Completion = 1u << 12,
    ProfilesList = 1u << 13,
    ProfilesShow = 1u << 14,
    ProfilesAdd = 1u << 15,
    ProfilesRemove = 1u << 16,
    ProfilesImport = 1u << 17,
    ProfilesExport = 1u << 18,
    ProfilesEdit = 1u << 19,
    Record = 1u << 20,
    History = 1u << 21,
    Man = 1u << 22,
    RecordingShot = 1u << 23, // shot recording:FILE
    AnyShot = Shot | LabShot | TraceShot | RecordingShot,
    Running = LabRun | LabShot,
    Stepping = LabExplore | LabReplay | TraceShot,
    Watching = Window | Watch | Shot | Record,
    Connecting = Watching | Unlock | LabRun,
    Playing = Running | Stepping,
    AnyLab = LabList | LabRun | LabExplore | LabReplay | LabCheck,
    ProfilesChange = ProfilesAdd | ProfilesEdit,
    AnyProfiles = ProfilesList | ProfilesShow | ProfilesChange | ProfilesRemove | ProfilesImport
        | ProfilesExport,
    All = Connecting | Acl | LabList | LabCheck | Playing | Completion | Man | AnyProfiles | History
        | RecordingShot
};

// One row of the table of options.
struct Option
{
    const char *name; // without dashes; two commands may use one name for different things
    const char *value; // the placeholder of its value in the help; nullptr if it takes none
    unsigned commands; // bits of CommandBit
    const char *help; // in the context lockstep::Arguments; %1 stands for the possible values
    Result<void> (*take)(Arguments &, const QString &);
    bool repeats = false; // whether it may be given more than once
    QStringList (*possible)() = nullptr; // the possible values, if there are only a few
};

QString typedName(const Option &option); // with its dashes
QString optionHelp(const Option &option); // in the language of the program

// One table says which option belongs to which command, so that an option that would do nothing is
// refused, and the help cannot forget one.
std::span<const Option> allOptions();

// The options of the lab's commands and of shot lab:ID, which allOptions() has as well.
std::span<const Option> labOptions();

} // namespace lockstep
