// Formats are data (resources/formats); this file only asks them in the right order: the user's
// rule, then by trust (Trust in formatdata.h), and among equals the one whose name pattern says
// more. The first that has the shape wins. Reading all of them for each key would cost some ten
// microseconds; it is done once for a key.

#include "core/watch/formats/catalogue.h"

#include "core/redis/values/readfile.h"
#include "core/redis/values/userfile.h"
#include "core/watch/formats/format.h"
#include "core/watch/formats/formatfile.h"
#include "core/watch/formats/namematcher.h"
#include "core/watch/formats/rules.h"

#include <QDir>
#include <QHash>
#include <QMutex>

#include <algorithm>

namespace lockstep {

namespace {

// The key under which the object of a probed key is shown.
QByteArray shownKey(const FormatData &format, const QByteArray &key)
{
    if (format.shownAs.isEmpty())
        return key;
    const auto glob = std::find_if(format.globs.begin(), format.globs.end(),
        [&](const Glob &candidate) { return candidate.matches(key); });
    return glob == format.globs.end() ? key : filledIn(format.shownAs, *glob, key);
}

int literalBytes(const FormatData &format)
{
    int least = format.globs.empty() ? 0 : 1000;
    for (const Glob &glob : format.globs)
        least = std::min(least, glob.literalBytes());
    return least;
}

Result<std::vector<FormatDataPtr>> builtInFormats()
{
    std::vector<FormatDataPtr> all;
    const QDir folder(QStringLiteral(":/lockstep/formats"));
    const QStringList names = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    if (names.isEmpty())
        return failure(ErrorCode::FileUnreadable,
            QStringLiteral("%1: no formats in there").arg(folder.path()));
    for (const QString &name : names) {
        const Result<QByteArray> json = readFile(folder.filePath(name), UserFile::mostBytes);
        if (!json)
            return tl::unexpected(json.error());
        const auto formats = formatsFromJson(*json, name);
        if (!formats)
            return tl::unexpected(formats.error());
        all.insert(all.end(), formats->begin(), formats->end());
    }
    return all;
}

} // namespace

class Catalogue::Private
{
public:
    struct Known
    {
        FormatDataPtr data;
        FormatPtr format;
    };

    // Formats with the bounds of rules, by what they are made of. Shared with the catalogues that
    // have other rules, so that what is the same there is the same format.
    struct RuledFormats
    {
        QMutex mutex;
        QHash<QString, FormatPtr> formats; // made when the first key needs them
    };

    Result<void> addFormats(std::vector<FormatDataPtr> formats);
    void setRules(RuleSet set);
    const Known *known(const Probe &probe, const ServerTime &time) const;
    std::optional<Recognition> ruled(
        const Rule &rule, const Known *found, const Probe &probe, const ServerTime &time) const;

    std::vector<Known> formats; // in the order in which they are asked
    std::vector<Rule> rules;
    std::vector<AlertRule> alerts;
    std::optional<NameMatcher> names; // set by load()

    FormatPtr bounded(
        const QString &id, const FormatDataPtr &data, const LimitBounds &bounds) const;
    std::shared_ptr<RuledFormats> ruledFormats = std::make_shared<RuledFormats>();
};

Result<void> Catalogue::Private::addFormats(std::vector<FormatDataPtr> described)
{
    std::stable_sort(described.begin(), described.end(), [](const auto &left, const auto &right) {
        return std::pair(left->trust, -literalBytes(*left))
            < std::pair(right->trust, -literalBytes(*right));
    });
    QSet<QString> ids;
    for (const FormatDataPtr &data : described) {
        if (ids.contains(data->id)) {
            return failure(ErrorCode::BadInput,
                QStringLiteral("format %1: expected an id that no other format has").arg(data->id));
        }
        ids.insert(data->id);
        formats.push_back({data, FormatPtr(new Format(data))});
    }
    return {};
}

void Catalogue::Private::setRules(RuleSet set)
{
    rules = std::move(set.rules);
    alerts = std::move(set.alerts);
    std::vector<FormatDataPtr> described;
    for (const Known &known : formats)
        described.push_back(known.data);
    names.emplace(described, rules);
}

const Catalogue::Private::Known *Catalogue::Private::known(
    const Probe &probe, const ServerTime &time) const
{
    const NameWords words(probe.key);
    for (const Known &known : formats) {
        if (hasShape(*known.data, probe, words, time))
            return &known;
    }
    return nullptr;
}

FormatPtr Catalogue::Private::bounded(
    const QString &id, const FormatDataPtr &data, const LimitBounds &bounds) const
{
    const QMutexLocker lock(&ruledFormats->mutex);
    FormatPtr &format =
        ruledFormats->formats[QStringLiteral("%1 %2 %3")
                                  .arg(bounds.limit.value_or(0), 0, 'g', 17)
                                  .arg(bounds.window.value_or(Milliseconds(0)).count())
                                  .arg(id)];
    if (!format)
        format = FormatPtr(new Format(data, bounds));
    return format;
}

std::optional<Recognition> Catalogue::Private::ruled(
    const Rule &rule, const Known *found, const Probe &probe, const ServerTime &time) const
{
    if (rule.isIgnored)
        return std::nullopt;
    Recognition recognition{{}, Confidence::Certain, probe.key, rule.name};
    // A format that is of the family already says more than what can be made from the type alone.
    const bool fits = found && rule.kind.isEmpty()
        && rule.family.value_or(found->data->family) == found->data->family;
    if (fits) {
        if (!rule.family && !rule.bounds.limit && !rule.bounds.window
            && found->data->trust == Trust::Hint)
            recognition.confidence = Confidence::Possible; // the rule only names it
        recognition.primary = shownKey(*found->data, probe.key);
        recognition.format = rule.bounds == LimitBounds()
            ? found->format
            : bounded(found->data->id, found->data, rule.bounds);
    } else if (const FormatDataPtr forced = forcedFormat(rule, probe, time)) {
        const QString id = QStringLiteral("%1 %2 %3 %4 %5")
                               .arg(forced->id, forced->kind, rule.kind)
                               .arg(int(forced->type))
                               .arg(int(forced->unit));
        recognition.format = bounded(id, forced, rule.bounds);
    } else {
        return std::nullopt;
    }
    return recognition;
}

Result<std::shared_ptr<const Catalogue>> Catalogue::load(const QString &rulesFile)
{
    auto formats = builtInFormats();
    if (!formats)
        return tl::unexpected(formats.error());
    auto p = std::make_unique<Private>();
    if (const auto added = p->addFormats(std::move(*formats)); !added)
        return tl::unexpected(added.error());
    RuleSet set;
    if (!rulesFile.isEmpty()) {
        const Result<QByteArray> json = readFile(rulesFile, UserFile::mostBytes);
        if (!json)
            return tl::unexpected(json.error());
        auto read = rulesFromJson(*json, rulesFile);
        if (!read)
            return tl::unexpected(read.error());
        set = std::move(*read);
    }
    p->setRules(std::move(set));
    return std::shared_ptr<const Catalogue>(new Catalogue(std::move(p)));
}

std::shared_ptr<const Catalogue> Catalogue::withRules(RuleSet set) const
{
    auto p = std::make_unique<Private>();
    p->formats = d->formats;
    p->ruledFormats = d->ruledFormats;
    p->setRules(std::move(set));
    return std::shared_ptr<const Catalogue>(new Catalogue(std::move(p)));
}

const std::vector<AlertRule> &Catalogue::alertRules() const
{
    return d->alerts;
}

const std::vector<Rule> &Catalogue::rules() const
{
    return d->rules;
}

Catalogue::Catalogue(std::unique_ptr<const Private> p)
    : d(std::move(p))
{
}

Catalogue::~Catalogue() = default;

NameClass Catalogue::classifyName(QByteArrayView key) const
{
    return d->names->classify(key);
}

std::optional<Recognition> Catalogue::recognise(const Probe &probe, const ServerTime &time) const
{
    const Rule *rule = ruleFor(d->rules, probe.key);
    if (rule && rule->isIgnored)
        return std::nullopt;
    const Private::Known *known = d->known(probe, time);
    // What a part of an object gives away is shown under another key, which a rule may name.
    if (!rule && known && !known->data->shownAs.isEmpty())
        rule = ruleFor(d->rules, shownKey(*known->data, probe.key));
    if (rule)
        return d->ruled(*rule, known, probe, time);
    if (!known)
        return std::nullopt;
    const bool isGuess = known->data->trust == Trust::Hint;
    return Recognition{known->format, isGuess ? Confidence::Possible : Confidence::Certain,
        shownKey(*known->data, probe.key), {}};
}

// A reading of a token has all that a probe of the key would have.
bool Catalogue::isToken(const Reading &reading)
{
    return reading.holder && !reading.permits && !reading.raw().isEmpty()
        && reading.raw() == reading.holder->token;
}

std::optional<Recognition> Catalogue::recogniseToken(
    const QByteArray &key, const Reading &reading, const ServerTime &time) const
{
    if (!isToken(reading))
        return std::nullopt;
    Probe probe;
    probe.key = key;
    probe.type = KeyType::String;
    probe.ttl = reading.ttl;
    probe.size = reading.raw().size();
    probe.text = reading.raw().left(Reading::mostRaw); // as a first look
    return recognise(probe, time);
}

std::vector<QByteArray> Catalogue::prefixes() const
{
    std::vector<QByteArray> all;
    const auto add = [&](const Glob &glob) {
        if (const QByteArray prefix = glob.literalPrefix(); prefix.size() >= 3)
            all.push_back(prefix);
    };
    for (const Rule &rule : d->rules) {
        if (!rule.isIgnored)
            add(rule.glob);
    }
    for (const Private::Known &known : d->formats) {
        std::for_each(known.data->globs.begin(), known.data->globs.end(), add);
        for (const CompanionGlob &companion : known.data->companions)
            add(companion.glob);
    }
    std::sort(all.begin(), all.end());
    std::vector<QByteArray>
        shortest; // sorted, a prefix comes right before those that it is a prefix of
    for (const QByteArray &prefix : all) {
        if (shortest.empty() || !prefix.startsWith(shortest.back()))
            shortest.push_back(prefix);
    }
    return shortest;
}

} // namespace lockstep
