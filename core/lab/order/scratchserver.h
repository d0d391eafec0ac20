#pragma once

#include "core/lab/history/longvaluebudget.h"
#include "core/lab/wire/blockingconnection.h"

#include <map>
#include <string>
#include <vector>

namespace lockstep {

// What a key holds after some commands.
struct KeyState
{
    bool exists = false;
    bool isString = false;
    bool isHash = false;
    bool isStream = false; // its digest is of the entries, not of groups and what they have read
    bool isNumber = false;
    qint64 number = 0; // value of an integer string; else number of elements or bytes
    qint64 deadline = -1; // ms, as on the scratch server; -1 if there is none
    // A string, or the fields of a hash (one if it has over mostElementsCompared); up to 200 bytes.
    QByteArray text;
    // Of the whole value, where text is only a part of it. Empty for what has more than
    // mostElementsCompared elements, because reading all of it after each command would take too
    // long.
    QByteArray digest;
    bool isCut =
        false; // a string with more than LongValueBudget::most bytes: text is its beginning

    bool operator==(const KeyState &) const = default;
};

// A real server on which commands are executed once more, with a database for each node. Commands
// and questions are pipelined: everything that is sent has to be received, in the order of sending.
// Blocks; belongs to one thread.
class ScratchServer
{
public:
    // What a command can do to the keys it names.
    enum class Effect : quint8 {
        None,
        Text, // it leaves a string, or no key, or the same value with another deadline
        Any // it may leave a value of any type
    };

    // Empties the databases 1 … nodes, now and at the end. Errors: those of BlockingConnection.
    static Result<std::unique_ptr<ScratchServer>> open(const Endpoint &endpoint, int nodes);
    ~ScratchServer();
    Q_DISABLE_COPY_MOVE(ScratchServer)

    // name: in capitals. Asks the server if the command is not known yet, so it must not be called
    // between send() and receive…().
    Result<Effect> effect(QByteArrayView name);
    [[nodiscard]] bool knows(QByteArrayView name) const;

    // Returns the number of replies that will come.
    int send(int node, const std::vector<QByteArrayView> &words, Effect effect);
    void askText(
        int node, QByteArrayView key); // for keys that only commands with Effect::Text named
    void askAny(int node, QByteArrayView key);
    void askDeadline(int node, QByteArrayView key);
    void flush(); // to the server; receiving does it too

    Result<void> skip(int node, int replies);
    // What a key holds, without its deadline.
    Result<KeyState> receiveText(int node);
    Result<KeyState> receiveAny(int node);
    Result<qint64> receiveDeadline(int node); // in ms, -1: none

    // Empties the database of a node. Not to be called between send() and receive…().
    Result<void> emptyDatabase(int node);

private:
    ScratchServer() = default;
    Result<ReplyPtr> run(int node, std::initializer_list<std::string_view> words);
    void append(int node, const std::vector<QByteArrayView> &words);

    std::vector<std::unique_ptr<BlockingConnection>> m_nodes;
    std::map<QByteArray, Effect, std::less<>> m_effects;
    std::string m_wire; // of one command
    QByteArray m_script; // its SHA1
    bool m_tellsDeadlines = false; // by PEXPIRETIME, since 7.0
};

} // namespace lockstep
