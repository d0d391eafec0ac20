#pragma once

#include "core/watch/formats/catalogue.h"
#include "core/watch/items/item.h"

#include <functional>
#include <optional>

namespace lockstep {

// What a lock's key is by the token that it has come to hold. A lock may be taken by clients of
// several libraries in turn, and its key may come to hold what is no lock's token.
class LockTokens
{
public:
    // What a key with such a reading would be recognised as. Nothing: no lock.
    using Recognise = std::function<std::optional<Recognition>(const Item &, const Reading &)>;
    void setRecognise(Recognise recognise) { m_recognise = std::move(recognise); }

    // Nothing: the token says no other format than the last one, or the holder is the same.
    [[nodiscard]] std::optional<Recognition> otherFormat(
        const Item &last, const Reading &reading) const;
    // Whether a first look at the key would not take it for a lock.
    [[nodiscard]] bool isNoLock(const Item &last, const Reading &reading) const;

private:
    Recognise m_recognise;
};

} // namespace lockstep
