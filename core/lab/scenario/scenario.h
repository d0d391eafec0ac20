#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QString>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace lockstep {

// A text of a file in any number of languages. English is always there.
struct LocalText
{
    QString en;
    QMap<QString, QString> others; // by the language's code, as in zh_CN or de

    // The text in a language, given by its code. If there is none, the text in the same language of
    // any country (zh for zh_CN), else the English one.
    [[nodiscard]] const QString &in(const QString &language) const;
    // Whether it is the code of a language, with or without a country.
    static bool isCode(const QString &text);
    friend bool operator==(const LocalText &, const LocalText &) = default;
};

// A whole number that the user may set before a run.
struct Parameter
{
    QByteArray name;
    LocalText label; // empty: the interface has words for the usual names
    qint64 value = 0; // the default
    qint64 minimum = 0;
    qint64 maximum = 1'000'000'000;
    QByteArray unit; // "ms", "s" or empty
};

// The value of every parameter of a scenario, by name.
using Settings = std::map<QByteArray, qint64>;

// A number, or the name of a parameter that holds it.
struct Amount
{
    qint64 number = 0;
    QByteArray parameter; // empty if the number counts

    [[nodiscard]] qint64 in(const Settings &settings) const
    {
        const auto found = settings.find(parameter);
        return found == settings.end() ? number : found->second;
    }
};

// Clients that run the same function of the file.
struct Role
{
    QByteArray name; // "client" where the file has only one
    Amount count;
};

// How many steps of the environment an exploration may put in.
struct Bounds
{
    static constexpr int most = 255; // the largest value of each bound

    int time = 0;
    int crashes = 0;
    int pauses = 0;
    int restarts = 0; // of a node, which forgets its keys
    int failovers = 0;
    int lostRequests = 0;

    bool operator==(const Bounds &) const = default;
};

enum class Assumption : quint8 { WorkShorterThanLease, TimersOnTime };

// What a key is for, to those who use it: it decides how the key is drawn.
enum class KeyRole : quint8 {
    Lock, // somebody holds it, for a time
    Counter, // a number
    Members, // who is in a set, a sorted set or a list
    Tokens, // tokens that are left in a bucket
    Flag, // set once, by whoever came first
    Data // any other value
};

// What the file says of a key or a pattern of keys.
struct KeyPurpose
{
    KeyRole role = KeyRole::Data;
    Amount one{1, {}}; // Tokens: by how much one token changes the value
    Amount full; // Tokens: the bucket's capacity; 0 if the file does not say it
};

// Something that must hold, as the file states it.
struct Check
{
    enum class Kind : quint8 {
        HoldersAtMost, // name: lock, amount: n
        CountAtMost, // name: count, amount
        CountAtLeast,
        SumEquals, // count name + integer value of key other = amount
        ValueAtLeast, // name: key, amount
        ValueAtMost,
        TtlPresent, // name: key
        ReleasedByOwner, // name: key
        RenewedByOwner, // name: key
        InOrder, // values of event name (and of event other, if given) never go down
        AdmittedAtMost, // name: event or count, amount: n, window in ms
        NobodyWaits,
        Function // function: its place among the file's functions
    };
    enum class When : quint8 { Always, Finally };

    Kind kind = Kind::Function;
    When when = When::Always;
    QByteArray name;
    QByteArray other;
    Amount amount;
    Amount window;
    // The check as written in the file: holders_at_most("lock", 1). For a function it is
    // check("NAME"), or its line if it has no name.
    QByteArray words;
    LocalText title; // the name of a check function; empty in English if it has none
    QString remark; // of such a function: the comment beside it, or the name it is defined by
    int line = 0;
    int lastLine = 0; // the last line of a check function
    int function = -1;

    // Whether it is checked only at the end of a run.
    [[nodiscard]] bool isFinal() const
    {
        return when == When::Finally || kind == Kind::NobodyWaits;
    }
    // Whether it judges a key that no server has as the value 0, which INCR takes it for. A key
    // that setup has not made may not have been written yet, so that it is judged at the end only.
    // A pattern is about those keys that are there.
    [[nodiscard]] bool takesMissingKeyForZero(bool wasMadeBySetup) const;
};

// The families of scenarios, in the order in which they are taught. Every scenario belongs to one.
inline constexpr std::array scenarioFamilies{
    "counter", "stock", "lock", "fencing", "limiter", "bounded"};
// The index of the family in scenarioFamilies; nothing if there is no such family.
std::optional<size_t> placeOfFamily(const QByteArray &family);

// What a free run takes in place of the usual values: `free = { clients = 50, lease = 200, … }`.
struct FreeDefaults
{
    Settings settings; // only the parameters that differ
    std::set<QByteArray> named; // words and parameters that the file gives a value
    int rounds = 1; // fresh starts
    int repeats = 1; // how often each client runs its program in a round
    double crash = 0; // probability at each command
    double pause = 0; // probability at each command
    qint64 pauseMs = 0; // how long a pause lasts
    qint64 delayMs = 0; // longest network delay; drawn anew for each command
    // The failover comes so many ms after the round has begun. If this is 0, RunOptions::of()
    // chooses a time where the scenario's bounds allow a failover. restartMs is the same for
    // restarts.
    qint64 failoverMs = 0;
    qint64 restartMs = 0;
    qint64 workMs = 0; // how long each client waits before a command while inside a lock
};

// What a lesson asks its reader to do: change its clients so that its checks hold and they still do
// their work.
struct Exercise
{
    static constexpr int mostHints = 3;

    LocalText task;
    std::vector<LocalText> hints; // the first one tells the least
    // What must hold at the end of every interleaving without crashes and other faults: a program
    // that does nothing breaks nothing either.
    std::vector<Check> work;
    // Further explorations, in which the exercise says when each client comes and how often.
    int trials = 0;
};

// What a paragraph of a lesson begins with that says what exploring finds: it is hidden from
// readers who have not explored.
inline constexpr QStringView spoilerMark = u">!";

// One lesson, read from one Lua file: texts, what may be set, what must hold. What the clients do
// stays in the source and is run by Program. Immutable once loaded.
struct Scenario
{
    QByteArray id;
    QByteArray family; // one of scenarioFamilies
    LocalText title;
    LocalText lesson; // paragraphs, separated by empty lines; see also spoilerMark
    int order = 0; // within the family, in which it is taught; those without one come last
    QByteArray copyOf; // id of the scenario that this one is a copy of; empty if of none
    QByteArray fix; // id of the scenario that fixes it; empty if there is none
    std::vector<Parameter> parameters; // in the order in which the file names them
    QList<QByteArray> keys; // names or globs
    std::map<QByteArray, KeyPurpose> purposes; // of the keys whose purpose the file says
    std::vector<Role> roles; // in the order of the file: who is A is fixed
    static constexpr int mostChecks = 16; // an exploration keeps one bit for each check
    std::vector<Check> checks;
    std::map<QByteArray, QByteArray> scripts; // the file's own server scripts: source by name
    Bounds bounds;
    std::vector<Assumption> assumptions;
    FreeDefaults free;
    int nodes = 1; // Redis servers
    bool replica = false; // node 0 has a replica that may take over
    bool clock = false; // programs may call now()
    bool expiredEvents = false; // programs may subscribe to __keyspace@0__:KEY, for "expired"
    std::optional<Exercise> exercise;

    QString path; // of the file; ":/lockstep/scenarios/…" for those that come with the program
    QByteArray source; // the file's text
    // Of a submission that was joined with its exercise: how many lines at the beginning are the
    // submission's. They may not use marks whose names begin with @, by which exercises judge.
    int submittedLines = 0;

    [[nodiscard]] const Parameter *parameter(const QByteArray &name) const;
    // The default value of every parameter.
    [[nodiscard]] Settings defaults() const;
    // The defaults of a free run.
    [[nodiscard]] Settings freeDefaults() const;
    // Returns `usual` with the values of `settings` put in, each limited to its parameter's range.
    // Settings without a parameter are ignored.
    [[nodiscard]] Settings fitted(const Settings &settings, Settings usual) const;
    // How many clients there are, all roles together.
    [[nodiscard]] int clientCount(const Settings &settings) const;
};

using ScenarioPtr = std::shared_ptr<const Scenario>;

// Checks that the settings name only parameters, that the values are within their ranges, and that
// there is at least one client. Errors: BadInput; the detail names the parameter and what is
// possible.
Result<void> checkSettings(const Scenario &scenario, const Settings &settings);

} // namespace lockstep
