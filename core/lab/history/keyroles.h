#pragma once

#include "core/lab/history/run.h"
#include "core/lab/loader/keyuses.h"

#include <optional>

namespace lockstep {

// The number with which the value of a token bucket begins, as in "4.5 1700000000"; nothing if it
// does not begin with a number.
std::optional<double> tokensIn(QByteArrayView value);

// What the file says that the key is for; nullptr if it says nothing. key: without the prefix.
const KeyPurpose *purposeOf(const Scenario &scenario, const QByteArray &key);

// Finds out what the keys of a round are for: counter, lock, and so on. What the file says counts
// first, then how its programs and their scripts use the key, then what its values look like.
class KeyRoles
{
public:
    // run: has to outlive this object.
    KeyRoles(const Run &run, int round);

    // key: without the prefix.
    [[nodiscard]] KeyRole of(const QByteArray &key) const;

private:
    // What is true of all values that the key had.
    struct Form
    {
        bool isOfTokens = true;
        bool isOfElements = false;
        bool isHash = false;
        bool isNumber = true;
        bool hasTtl = false;
    };

    void noteEntered(int round);
    void noteForms(int round);
    [[nodiscard]] KeyUse useOf(const QByteArray &key) const;
    [[nodiscard]] bool isCheckedAs(
        const QByteArray &key, std::initializer_list<Check::Kind> kinds) const;

    const Run &m_run;
    std::map<QByteArray, KeyUse> m_uses;
    std::set<QByteArray> m_entered;
    std::map<QByteArray, Form> m_forms;
};

} // namespace lockstep
