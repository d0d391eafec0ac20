#pragma once

#include "core/watch/formats/catalogue.h"
#include "core/watch/items/item.h"

#include <functional>
#include <optional>

namespace lockstep {

// Decides what a lock's key is by the token that it holds now. A lock may be taken by clients of
// several libraries in turn, and its key may come to hold what is no lock's token.
class LockTokens
{
public:
    // Returns what a key with such a reading would be recognised as; nothing if it is no lock.
    using Recognise = std::function<std::optional<Recognition>(const Item &, const Reading &)>;
    void setRecognise(Recognise recognise) { m_recognise = std::move(recognise); }

    // The other format that the token shows. Nothing if it shows the same one as before, or the
    // holder is the same.
    [[nodiscard]] std::optional<Recognition> otherFormat(
        const Item &last, const Reading &reading) const;
    // Whether a first look at the key would not take it for a lock.
    [[nodiscard]] bool isNoLock(const Item &last, const Reading &reading) const;

private:
    Recognise m_recognise;
};

} // namespace lockstep
