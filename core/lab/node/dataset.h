#pragma once

#include "core/lab/history/history.h"
#include "core/lab/node/internedrows.h"
#include "core/lab/program/elementorders.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

struct redisReply;

namespace lockstep {

// What one key of a stepped run holds.
struct KeyHeld
{
    quint32 key = 0;
    quint32 value = 0; // canonical; 0: the key does not exist
    // ms left on the virtual clock; -1: it has no deadline; 0: it is due, and still there.
    qint64 ttl = -1;
    // Of deadlines at one instant, on whichever node, those of a lower rank strike first.
    quint32 rank = 0;
    // Whether the deadline was set while another one or a timer ran. In reality it may then be
    // later, compared with these, than it is here.
    enum class Slack : quint32 { None, New, Old }; // Old: time has passed since it was set
    Slack slack = Slack::None;

    friend bool operator==(const KeyHeld &, const KeyHeld &) = default;
};

// What a node holds: the keys that exist, by number.
using Dataset = std::vector<KeyHeld>;

// Keys, values and datasets of nodes. Each is kept once and has a number. Dataset 0 is empty.
class DatasetTable
{
public:
    DatasetTable();

    quint32 addKey(QByteArrayView name) { return m_keys.add(name); } // with the run's prefix
    [[nodiscard]] QByteArrayView keyName(quint32 key) const { return m_keys[key]; }
    [[nodiscard]] quint32 findKey(QByteArrayView name) const { return m_keys.find(name); }
    quint32 addValue(QByteArrayView canonical) { return m_values.add(canonical); }
    [[nodiscard]] QByteArrayView value(quint32 value) const { return m_values[value]; }

    quint32 add(const Dataset &dataset);
    [[nodiscard]] const Dataset &operator[](quint32 number) const { return m_datasets[number]; }
    // Nullptr if the dataset does not have the key.
    [[nodiscard]] const KeyHeld *find(quint32 dataset, quint32 key) const;
    // 0 if the dataset does not have the key.
    [[nodiscard]] quint32 valueOf(quint32 dataset, quint32 key) const;
    // The same dataset so many ms later, without the keys whose deadline is past by then.
    quint32 later(quint32 dataset, qint64 ms);
    // The dataset without the keys that are due and have that rank.
    quint32 expired(quint32 dataset, quint32 rank);
    // What a replica holds once keys that were due on its primary have expired. before, after: the
    // datasets of the primary.
    quint32 expiredWith(quint32 replica, quint32 before, quint32 after);
    [[nodiscard]] qint64 nextDeadline(quint32 dataset) const // ms from now; -1: none
    {
        return m_nextDeadlines[dataset];
    }

    [[nodiscard]] qint64 memory() const; // bytes

private:
    template <typename IsGone> quint32 without(quint32 dataset, IsGone isGone);

    InternedTexts m_keys;
    InternedTexts m_values;
    InternedTexts m_encoded;
    std::deque<Dataset> m_datasets;
    std::vector<qint64> m_nextDeadlines; // of each dataset, because it is asked for at every step
    InternedRows m_aged{3}; // contents, ms
    std::vector<quint32> m_agedTo;
};

// Values in a form that depends on nothing but what is in them: the type's letter, then the text of
// a string or the elements, each with its length. Hashes and sets are sorted, unless a program sees
// the order in which the server gives their elements.
namespace canonical {

enum Type : char { String = 's', Hash = 'h', List = 'l', Set = 'e', SortedSet = 'z', Other = '?' };

Type typeOf(QByteArrayView value);
bool has(const ElementOrders &orders, Type type);
// Whether it is a set, a sorted set or a list.
bool isOfElements(QByteArrayView value);
// The type by the word that TYPE answers.
Type typeFromName(QByteArrayView name);
// The elements, of a string its text.
std::vector<QByteArrayView> elements(QByteArrayView value);
qint64 size(QByteArrayView value); // elements; bytes of a string

// Appends the command that reads a key of the type, and makes its reply canonical; empty where the
// key does not exist.
void appendRead(std::string *wire, Type type, QByteArrayView key);
QByteArray fromReply(Type type, const redisReply &reply, const ElementOrders &orders = {});
// Appends the commands that make the key hold it, without deadline, and says how many.
int appendWrite(std::string *wire, QByteArrayView key, QByteArrayView value, bool isThere);

} // namespace canonical

} // namespace lockstep
