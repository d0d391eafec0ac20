#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>

#include <functional>

namespace lockstep {

class LabPage;

// The text formats in which the page can be exported, besides pictures.
enum class LabText : quint8 {
    Csv, // the operations of the shown round, or the steps
    Json, // the same, or all results of an exploration
    TraceText // the trace, as it can be replayed
};

// Makes the text of a file. May be called on any thread.
using TextMaker = std::function<QByteArray()>;

// Returns a maker for what the page shows in its present mode. Errors: BadInput if there is nothing
// yet; the detail is a sentence for people.
Result<TextMaker> labText(const LabPage &page, LabText as);

} // namespace lockstep
