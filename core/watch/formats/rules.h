#pragma once

#include "core/redis/values/error.h"
#include "core/watch/formats/alertrule.h"
#include "core/watch/formats/formatdata.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace lockstep {

// One line of the user's own file: what a key is, whatever it looks like. The first whose glob
// matches a key counts, and no other.
struct Rule
{
    Glob glob; // closed, and not empty
    bool isIgnored = false;
    std::optional<Family> family; // forced; nothing: as recognised
    QString kind; // with a family: how to count, where the type leaves a choice
    QString name; // shown beside the key
    LimitBounds bounds;
    bool hasMetrics = false; // each key has series of its own in the metrics, see keyseries.h

    // Whether it says nothing beyond its glob.
    [[nodiscard]] bool isEmpty() const
    {
        return !isIgnored && !family && name.isEmpty() && bounds == LimitBounds() && !hasMetrics;
    }
    friend bool operator==(const Rule &a, const Rule &b)
    {
        return a.glob.pattern() == b.glob.pattern() && a.isIgnored == b.isIgnored
            && a.family == b.family && a.kind == b.kind && a.name == b.name && a.bounds == b.bounds
            && a.hasMetrics == b.hasMetrics;
    }
};

// What Rule::kind may be, without the empty one.
const QStringList &counterKinds();

// The first rule that matches the key; nullptr if none does.
const Rule *ruleFor(const std::vector<Rule> &rules, QByteArrayView key);

// What a rules file says.
struct RuleSet
{
    std::vector<Rule> rules;
    std::vector<AlertRule> alerts;

    [[nodiscard]] bool isEmpty() const { return rules.empty() && alerts.empty(); }
    friend bool operator==(const RuleSet &, const RuleSet &) = default;
};

// Errors: BadInput with file, number of the rule or alert, field, and what was expected.
Result<RuleSet> rulesFromJson(const QByteArray &json, const QString &file);
// The text of a rules file with these, one a line. about: the file's note on itself; empty if it
// has none.
QByteArray rulesToJson(const RuleSet &set, const QString &about = {});

// How a key of this type is read when a rule forces its family: from the type, the kind and the
// first look. Nothing if a key of this type cannot be read so.
std::shared_ptr<const FormatData> forcedFormat(
    const Rule &rule, const Probe &probe, const ServerTime &time);

} // namespace lockstep
