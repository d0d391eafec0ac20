#pragma once

#include "ui/lab/words/clockreadings.h"

namespace lockstep {

// What the value of a token bucket means: "1 token at +6.0 s" for "5000 1767225606000". value: the
// number that stands for the tokens, and behind it, in any form, since when. Nothing: the scenario
// does not say that the key is a bucket, or the value has another form.
std::optional<QString> bucketWords(
    const Run &run, const ClockReadings &clock, const QByteArray &key, const QByteArray &value);

} // namespace lockstep
