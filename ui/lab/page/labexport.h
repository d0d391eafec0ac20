#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>

#include <functional>

namespace lockstep {

class LabPage;

// The texts that the page can be exported as, besides pictures.
enum class LabText : quint8 {
    Csv, // the operations of the round that is shown, or the steps
    Json, // the same; of an exploration all that was found
    TraceText // the trace, as it can be replayed
};

// Makes the text of a file. May be called on any thread.
using TextMaker = std::function<QByteArray()>;

// A maker for what the page shows in its mode when this is called. Errors: BadInput, there is
// nothing yet; the detail is a sentence for people.
Result<TextMaker> labText(const LabPage &page, LabText as);

} // namespace lockstep
