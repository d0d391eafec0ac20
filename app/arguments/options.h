#pragma once

#include "app/arguments/arguments.h"

#include <span>

namespace lockstep {

// Bits for the commands that an option belongs to. Later ones combine several commands. The numbers
// only have to differ.
enum CommandBit : unsigned {
    Window = 1,
    Watch = 2,
    Shot = 4,
    Acl = 8,
    Unlock = 16,
    LabList = 32,
    LabRun = 64,
    LabShot = 128, // shot lab:ID
    LabExplore = 256,
    LabReplay = 512,
    TraceShot = 1024, // shot lab:ID:TRACE
    LabCheck = 2048,
    RecordingShot = 8388608, // shot recording:FILE
    AnyShot = Shot | LabShot | TraceShot | RecordingShot,
    Running = LabRun | LabShot,
    Stepping = LabExplore | LabReplay | TraceShot,
    Record = 1048576,
    History = 2097152,
    Watching = Window | Watch | Shot | Record,
    Connecting = Watching | Unlock | LabRun,
    Playing = Running | Stepping,
    AnyLab = LabList | LabRun | LabExplore | LabReplay | LabCheck,
    Completion = 4096,
    Man = 4194304,
    ProfilesList = 8192,
    ProfilesShow = 16384,
    ProfilesAdd = 32768,
    ProfilesRemove = 65536,
    ProfilesImport = 131072,
    ProfilesExport = 262144,
    ProfilesEdit = 524288,
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
