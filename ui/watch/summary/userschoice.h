#pragma once

#include <QByteArrayList>

namespace lockstep {

// The counters that the user chose for the figure of users online, the latest choice first. They
// are remembered by key for all servers, because an application has the same keys on each.
class UsersChoice
{
public:
    static constexpr qsizetype most = 20; // keys that are remembered

    UsersChoice(); // restores the remembered keys

    [[nodiscard]] const QByteArrayList &keys() const { return m_keys; }
    void choose(const QByteArray &key);

private:
    QByteArrayList m_keys;
};

} // namespace lockstep
