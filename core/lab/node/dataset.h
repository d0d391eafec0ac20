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

// A key of a stepped run, its value and its deadline.
struct KeyHeld
{
    quint32 key = 0; // its number in the DatasetTable
    quint32 value = 0; // number of its canonical value; 0: the key does not exist
    // ms left on the run's virtual clock; -1: it has no deadline; 0: it is due, and still there. It
    // is no optional, because DatasetTable finds equal ones by their bytes, and an optional has
    // some that mean nothing.
    qint64 ttl = -1;
    // Where several deadlines are at the same instant, on any of the nodes, the keys of a lower
    // rank expire first.
    quint32 rank = 0;
    // Whether the deadline was set while another deadline or a timer was running. In reality time
    // passes between two steps, so this deadline may be later, compared with those, than it is
    // here. Old: time has passed since it was set.
    enum class Slack : quint16 { None, New, Old };
    Slack slack = Slack::None;
    // Who set the deadline: a client, counted from 1. 0: setup, or it is not kept.
    quint16 setter = 0;

    friend bool operator==(const KeyHeld &, const KeyHeld &) = default;
};

// The keys that exist on a node, sorted by their numbers.
using Dataset = std::vector<KeyHeld>;

// The names of keys, the values and the datasets that were met in a run. Each is kept once and has
// a number, by which states refer to it. Dataset 0 is empty.
class DatasetTable
{
public:
    DatasetTable();

    // Names of keys begin with the run's prefix. Returns the number of the key.
    quint32 addKey(QByteArrayView name) { return m_keys.add(name); }
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
    // The dataset that this one becomes after so many ms without a command. Keys whose deadline is
    // past by then are gone; those that are due exactly then are still there.
    quint32 later(quint32 dataset, qint64 ms);
    // The dataset without the keys that are due (ttl 0) and have that rank.
    quint32 expired(quint32 dataset, quint32 rank);
    // The dataset of a replica once keys that were due on its primary have expired. before and
    // after are the datasets of the primary.
    quint32 expiredWith(quint32 replica, quint32 before, quint32 after);
    // The earliest deadline, in ms from now; -1: no key has one.
    [[nodiscard]] qint64 nextDeadline(quint32 dataset) const { return m_nextDeadlines[dataset]; }

    [[nodiscard]] qint64 memory() const; // bytes

private:
    template <typename IsGone> quint32 without(quint32 dataset, IsGone isGone);

    InternedTexts m_keys;
    InternedTexts m_values;
    InternedTexts m_encoded; // the bytes of each dataset
    std::deque<Dataset> m_datasets;
    std::vector<qint64> m_nextDeadlines; // of each dataset, because it is asked for at every step
    // Answers of later(), by what it was asked: a dataset, and ms as two words.
    InternedRows m_aged{3};
    std::vector<quint32> m_agedTo; // the datasets that it answered, in the order of m_aged
};

// Values of keys in a canonical form, so that equal values have equal bytes: the letter of the
// type, then the text of a string, or the elements, each with its length before it. An empty value
// says that the key does not exist. Hashes and sets are sorted, unless a program sees the order in
// which the server lists their elements.
namespace canonical {

enum Type : char { String = 's', Hash = 'h', List = 'l', Set = 'e', SortedSet = 'z', Other = '?' };

Type typeOf(QByteArrayView value);
// Whether a program sees the order of the elements of that type, apart from lists.
bool has(const ElementOrders &orders, Type type);
// Whether it is a set, a sorted set or a list.
bool isOfElements(QByteArrayView value);
// The type by the word that TYPE answers.
Type typeFromName(QByteArrayView name);
// The elements; a string has one, its text. A hash has its fields and values in turn, a sorted set
// its members and scores.
std::vector<QByteArrayView> elements(QByteArrayView value);
// The number of elements, of fields in a hash, of bytes in a string.
qint64 size(QByteArrayView value);

// Appends the command that reads a key of that type. fromReply() makes a canonical value of its
// reply, which is empty if the key does not exist.
void appendRead(std::string *wire, Type type, QByteArrayView key);
QByteArray fromReply(Type type, const redisReply &reply, const ElementOrders &orders = {});
// Appends the commands that give the key that value and no deadline, and returns how many they are.
// isThere: the key may exist, and anything but a string is deleted first.
int appendWrite(std::string *wire, QByteArrayView key, QByteArrayView value, bool isThere);

} // namespace canonical

} // namespace lockstep
