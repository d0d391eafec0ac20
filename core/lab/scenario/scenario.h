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

    // language: a code. Where there is no text in it: in the same language of any country (zh for
    // zh_CN), else in English.
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
    qint64 value = 0; // unless it is set
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
    QByteArray parameter; // empty: the number counts

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
    static constexpr int most = 255; // of each

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
    Tokens, // what is left in a bucket
    Flag, // set once, by whoever came first
    Data // any other value
};

// What the file says of a key or a pattern of keys.
struct KeyPurpose
{
    KeyRole role = KeyRole::Data;
    Amount one{1, {}}; // of Tokens: the value counts so many for each
    Amount full; // likewise: how many the bucket holds when it is full; 0: it is not said
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
    // As written: holders_at_most("lock", 1). Of a function: check("NAME"), or else its line.
    QByteArray words;
    LocalText title; // what the file calls a function; its English is empty: the file does not
    QString remark; // of such a function: the comment beside it, or the name it is defined by
    int line = 0;
    int lastLine = 0; // of a function
    int function = -1;

    // It is looked at only where a run ends.
    [[nodiscard]] bool isFinal() const
    {
        return when == When::Finally || kind == Kind::NobodyWaits;
    }
};

// Of which a scenario has one, in the order in which they are taught.
inline constexpr std::array scenarioFamilies{
    "counter", "stock", "lock", "fencing", "limiter", "bounded"};
// Its place among them; nothing: there is no such family.
std::optional<size_t> placeOfFamily(const QByteArray &family);

// What a free run takes in place of the usual values: `free = { clients = 50, lease = 200, … }`.
struct FreeDefaults
{
    Settings settings; // only the parameters that differ
    std::set<QByteArray> named; // words and parameters that the file gives a value
    int rounds = 1; // fresh starts
    int repeats = 1; // how often each client runs its program in a round
    double crash = 0; // probability at each command
    double pause = 0; // likewise
    qint64 pauseMs = 0; // how long a pause lasts
    qint64 delayMs = 0; // the network's, at most; drawn for each command
    // ms into a round; 0: of() chooses where the scenario's bounds have any
    qint64 failoverMs = 0;
    qint64 restartMs = 0;
    qint64 workMs = 0; // pause of everybody before each command while inside something
};

// What a scenario asks the reader to do: change its clients so that its checks hold and they still
// do their work.
struct Exercise
{
    static constexpr int mostHints = 3;

    LocalText task;
    std::vector<LocalText> hints; // the first one tells the least
    // What must hold at the end of every interleaving without crashes and other faults: a program
    // that does nothing breaks nothing either.
    std::vector<Check> work;
};

// One lesson, read from one Lua file: texts, what may be set, what must hold. What the clients do
// stays in the source and is run by Program. Immutable once loaded.
struct Scenario
{
    QByteArray id;
    QByteArray family; // one of scenarioFamilies
    LocalText title;
    LocalText lesson; // paragraphs, separated by empty lines
    int order = 0; // within the family, in which it is taught; those without one come last
    QByteArray copyOf; // id of the scenario that the file began as a copy of; empty: of none
    QByteArray fix; // id of the scenario that mends it; empty: there is none
    std::vector<Parameter> parameters; // in the order in which the file names them
    QList<QByteArray> keys; // names or globs
    std::map<QByteArray, KeyPurpose> purposes; // of some of them, where the file says it
    std::vector<Role> roles; // in the order of the file: who is A is fixed
    static constexpr int mostChecks = 16; // a bit each, in what an exploration keeps of a step
    std::vector<Check> checks;
    std::map<QByteArray, QByteArray> scripts; // the file's own server scripts: source by name
    Bounds bounds;
    std::vector<Assumption> assumptions;
    FreeDefaults free;
    int nodes = 1; // Redis servers
    bool replica = false; // node 0 has a replica that may take over
    bool clock = false; // programs may ask now()
    bool expiredEvents = false; // programs may subscribe to __keyspace@0__:KEY, for "expired"
    std::optional<Exercise> exercise;

    QString path; // of the file; ":/lockstep/scenarios/…" for those that come with the program
    QByteArray source; // the file's text

    [[nodiscard]] const Parameter *parameter(const QByteArray &name) const;
    // The usual values.
    [[nodiscard]] Settings defaults() const;
    // Those of a free run.
    [[nodiscard]] Settings freeDefaults() const;
    // `usual`, with those of `settings` that there is a parameter for, brought into its range.
    [[nodiscard]] Settings fitted(const Settings &settings, Settings usual) const;
    // How many clients there are, all roles together.
    [[nodiscard]] int clientCount(const Settings &settings) const;
};

using ScenarioPtr = std::shared_ptr<const Scenario>;

// Whether settings name only parameters, within their ranges, and make at least one client.
// Errors: BadInput, names the parameter and what is possible.
Result<void> checkSettings(const Scenario &scenario, const Settings &settings);

} // namespace lockstep
