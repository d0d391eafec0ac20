#pragma once

#include <QByteArrayView>

#include <limits>
#include <vector>

namespace lockstep {

// Stands for the number of no operation, text, client or key.
inline constexpr quint32 none = std::numeric_limits<quint32>::max();

// Keeps equal texts once and gives each a number. 0 is the empty text.
class InternedTexts
{
public:
    InternedTexts();
    quint32 add(QByteArrayView text);
    [[nodiscard]] quint32 find(QByteArrayView text) const; // none: it was never added
    // Valid until the next text is added.
    [[nodiscard]] QByteArrayView operator[](quint32 number) const;
    [[nodiscard]] quint32 size() const { return quint32(m_ends.size()); }
    [[nodiscard]] qint64 memory() const; // bytes

private:
    void grow();

    std::vector<quint64> m_ends; // where each text ends in m_bytes, by number
    std::vector<char> m_bytes; // the texts one behind the other
    std::vector<quint32> m_slots; // the hash table of the numbers; none: the slot is free
};

} // namespace lockstep
