#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>

#include <functional>

namespace lockstep {

class LabPage;

// What is written of the page besides pictures.
enum class LabText : quint8 {
    Csv, // the operations of the round that is shown, or the steps
    Json, // the same; of an exploration all that was found
    TraceText // the steps, as they are replayed
};

// Makes the text of a file. May be called on any thread.
using TextMaker = std::function<QByteArray()>;

// For what the page shows at the time of this call, in its mode. Errors: BadInput, there is nothing
// yet; the detail is a sentence for people.
Result<TextMaker> labText(const LabPage &page, LabText as);

} // namespace lockstep
