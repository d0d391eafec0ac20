#pragma once

#include "core/redis/error.h"
#include "core/watch/formatdata.h"

#include <optional>
#include <vector>

namespace lockstep {

// One line of the user's own file: what a key is, whatever it looks like.
struct Rule
{
    Glob glob;
    bool isIgnored = false;
    std::optional<Family> family; // forced; nothing: as recognised
    QString kind; // with a family: how to count, where the type leaves a choice
    QString name; // shown instead of the key
    Bounds bounds;
};

// Errors: BadInput with file, number of the rule, field, and what was expected.
Result<std::vector<Rule>> rulesFromJson(const QByteArray &json, const QString &file);

// How a key of this type is read when a rule forces its family: from the type, the kind and the
// first look. Nothing: a key of this type cannot be that.
std::shared_ptr<const FormatData> forcedFormat(
    const Rule &rule, const Probe &probe, const ServerTime &time);

} // namespace lockstep
