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

// What the command line asks for.
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
    unsigned helpOn = 0; // Help: of the command with that bit of On; 0: the overview

    std::optional<Endpoint>
        endpoint; // --uri or --profile, with TLS options and password; nothing: a private server
    std::optional<Profile> profile; // --profile: what it says of address and rules is taken over
    QString rulesFile; // --rules
    QByteArray prefix; // --prefix
    bool lowLoad = false; // --low-load
    QString theme; // --theme light|dark; empty: the system's
    QString language; // --lang, one of languageCodes(); empty: the system's (shot: en)

    bool once = false; // watch --once
    bool follow = false; // watch --follow; neither: a table, again and again
    bool json = false; // watch --json, history --json, profiles list and show --json
    QStringList onAlert; // watch --follow --on-alert: the program and its arguments; empty: none
    std::optional<Family> family; // watch --family: only this one
    QString filter; // watch --filter, see ItemFilter; its words were checked
    QString sort; // watch --sort, one of SnapshotTables::sortNames(); empty: each table's own order
    std::optional<HostPort> metrics; // watch --metrics: an IP address; port 0: any that is free
    std::optional<int> most; // watch --top: rows of each table
    std::optional<std::chrono::milliseconds>
        duration; // watch --follow --for SECONDS, record --for, lab run --for

    LabArguments lab; // lab, shot lab:ID[:TRACE]

    QString page; // shot watch|server|lab
    QString output; // shot -o
    QSize size{1280, 720}; // shot --size, in device-independent pixels
    double scale = 1; // shot --scale
    QString only; // shot lab:… --only timeline|table|map; empty: the window
    std::chrono::milliseconds after{
        8000}; // shot --after SECONDS: how long to watch before the picture

    QString shell; // completion, one of completionShells()

    QString keychainTrouble; // why --profile could not ask the keychain; empty: it could
    QString operand; // profiles show, add, edit, remove: a name; import, export: a file, may be
                     // empty; record, history: a file
    std::optional<Environment> environment; // profiles add, edit, import: --environment
    QString newName; // profiles edit --name; empty: it keeps its name
    bool dropsRules = false; // profiles edit --no-rules
    bool forbidsRelease = false; // profiles edit --no-release

    QByteArray user = "lockstep"; // acl --user
    enum class Rights : quint8 { Watch, Lab, Release };
    Rights rights = Rights::Watch; // acl --lab, --release

    bool demo = false; // --demo: the demo shop, whatever was watched last
    bool allowRelease = false; // --allow-release: locks, from the window; profiles add, edit

    RecordingKeep keep; // record --keep
    std::optional<WallMilliseconds> at; // history --at
    std::optional<WallMilliseconds> from; // history --from
    std::optional<WallMilliseconds> to; // history --to
    QByteArray glob; // history --glob
    bool csv = false; // history --csv

    QByteArray key; // unlock --key, history --key
    QByteArray token; // unlock --token
    bool acceptsPossible = false; // unlock --possible
    bool yes = false; // unlock --yes, lab run --uri --yes

    // words: without the program's name. A word that is unknown, missing or out of range is
    // BadInput with a sentence that says what is possible; a bad URI is BadUri.
    static Result<Arguments> parse(const QStringList &words);
    // The value of --lang, wherever it stands; empty without a possible one. For the message about
    // words that parse() refuses.
    static QString languageIn(const QStringList &words);
    // What --help prints.
    [[nodiscard]] QString help() const;
};

} // namespace lockstep
