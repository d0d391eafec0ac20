#pragma once

#include "app/arguments/labarguments.h"
#include "core/redis/profiles/profile.h"
#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"
#include "core/watch/recorder/retention.h"
#include "core/watch/values/reading.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace lockstep {

// What the command line asks for, already checked. The comment of a field names the commands and
// the option that set it.
struct Arguments
{
    enum class Command : quint8 {
        Window,
        Watch,
        Record,
        History,
        LabList,
        LabRun,
        LabExplore,
        LabReplay,
        LabCheck,
        Shot,
        Acl,
        Unlock,
        ProfilesList,
        ProfilesShow,
        ProfilesAdd,
        ProfilesEdit,
        ProfilesRemove,
        ProfilesImport,
        ProfilesExport,
        Completion,
        Man,
        Help,
        Version
    };

    Command command = Command::Window;
    // The CommandBit of the command that Help is about; 0 stands for the overview.
    unsigned helpBit = 0;

    // Says where the server is: --uri or --profile, with the TLS options and the password. Without
    // one a private server is started.
    std::optional<Endpoint> endpoint;
    // --profile; its address and rules are already in the fields here.
    std::optional<Profile> profile;
    QString rulesFile; // --rules
    QByteArray prefix; // --prefix
    bool lowLoad = false; // --low-load
    QString theme; // --theme light|dark|system; if empty, a window's as it was chosen last
    QString language; // --lang, one of languageCodes(); if empty, the system's

    bool once = false; // watch --once
    bool follow = false; // watch --follow; without it and --once, a table that is redrawn
    bool json = false; // watch --json, history --json, profiles list and show --json
    // watch --follow --on-alert: the program and its arguments; empty if there is none.
    QStringList onAlert;
    std::optional<Family> family; // watch --family: only items of this one
    QString filter; // watch --filter, see ItemFilter; known to be valid
    // watch --sort, one of SnapshotTables::sortNames(); if empty, each table's own order.
    QString sort;
    std::optional<HostPort> metrics; // watch --metrics: an IP address; port 0 is any free one
    std::optional<int> mostRows; // watch --top: rows of each table at most
    std::optional<std::chrono::milliseconds>
        duration; // watch --follow --for SECONDS, record --for, lab run --for

    LabArguments lab; // lab, shot lab:ID[:TRACE]

    QString page; // shot watch|server|lab|recording
    QString output; // shot -o
    QSize size{1280, 720}; // shot --size, in device-independent pixels
    double scale = 1; // shot --scale
    QString only; // shot lab:… --only timeline|table|map; if empty, the whole window
    std::chrono::milliseconds after{
        8000}; // shot --after SECONDS: how long to watch before the picture

    QString shell; // completion, one of completionShells()

    QString keychainTrouble; // why --profile could not ask the keychain; empty if it could
    QString operand; // profiles: a name, or a file, which may be empty; record, history, shot
                     // recording:FILE: a file
    std::optional<Environment> environment; // profiles add, edit, import: --environment
    QString newName; // profiles edit --name; if empty, the name stays
    bool dropsRules = false; // profiles edit --no-rules
    bool forbidsRelease = false; // profiles edit --no-release

    QByteArray user = "lockstep"; // acl --user
    enum class Rights : quint8 { Watch, Lab, Release, Sentinel };
    Rights rights = Rights::Watch; // acl --lab, --release, --sentinel

    bool demo = false; // --demo: opens the demo shop, whatever was watched last
    // --allow-release: locks may be released in the window; also profiles add, edit.
    bool allowRelease = false;

    RecordingKeep keep; // record --keep
    std::optional<WallMilliseconds> at; // history --at, shot recording:FILE --at
    std::optional<WallMilliseconds> from; // history --from
    std::optional<WallMilliseconds> to; // history --to
    QByteArray glob; // history --glob
    bool csv = false; // history --csv

    QByteArray key; // unlock --key, history --key
    QByteArray token; // unlock --token
    bool acceptsPossible = false; // unlock --possible
    bool yes = false; // unlock --yes, lab run --uri --yes

    // Parses the words of the command line, without the name of the program. If a word is unknown,
    // missing or out of range, the error is BadInput with a sentence that says what is possible; a
    // bad URI is BadUri.
    static Result<Arguments> parse(const QStringList &words);
    // The value of --lang, wherever it stands; empty if there is none or it is no language of ours.
    // Used for the message about words that parse() refuses.
    static QString languageIn(const QStringList &words);
    // What --help prints.
    [[nodiscard]] QString help() const;
};

} // namespace lockstep
