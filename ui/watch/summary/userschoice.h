#pragma once

#include <QByteArrayList>

namespace lockstep {

// The counters that the user chose to say how many users are online, the latest choice first. They
// are remembered by their keys, for all servers: the same application has the same keys on each.
class UsersChoice
{
public:
    static constexpr qsizetype most = 20;

    UsersChoice(); // as remembered

    [[nodiscard]] const QByteArrayList &keys() const { return m_keys; }
    void choose(const QByteArray &key);

private:
    QByteArrayList m_keys;
};

} // namespace lockstep
