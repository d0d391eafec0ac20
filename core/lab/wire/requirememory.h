#pragma once

#include <QByteArray>

namespace lockstep {

// Throws std::bad_alloc unless that many bytes can be had now. They are not kept: this comes before
// code of others that does not survive where it is given no memory.
inline void requireMemory(qsizetype bytes)
{
    QByteArray(bytes, Qt::Uninitialized).clear();
}

} // namespace lockstep
