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

// Makes the text of what the page shows at the time of this call, in its mode; may be called on any
// thread. Errors: BadInput, there is nothing yet; the detail is a sentence for people.
Result<std::function<QByteArray()>> labText(const LabPage &page, LabText as);

} // namespace lockstep
