#pragma once

#include "core/redis/values/error.h"
#include "core/watch/formats/format.h"

#include <QByteArrayView>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

// What the name of a key says about it, before the server is asked.
struct NameClass
{
    enum class Kind : quint8 {
        Unknown, // probe it while such names turn out to be something
        Candidate, // a marker or a rule: probe it
        Companion, // part of another object: look at primary instead
        Ignored, // a rule or a library's noise: never look
    };
    Kind kind = Kind::Unknown;
    QByteArray primary; // Companion
};

struct Recognition
{
    FormatPtr format;
    Confidence confidence = Confidence::Certain;
    QByteArray primary; // the key that the object is shown under; the probed one, mostly
    QString name; // given by a rule; empty: the key
};

struct AlertRule;
struct Rule;
struct RuleSet;

// All formats of resources/formats and the user's rules. Read once, then immutable: may be shared
// by threads.
class Catalogue
{
public:
    // rulesFile: the user's own, empty for none. Errors: FileUnreadable, BadInput with file, place
    // and what was expected.
    static Result<std::shared_ptr<const Catalogue>> load(const QString &rulesFile = {});

    // A catalogue of the same formats, with these rules in place of its own. A key that is named
    // neither by these rules nor by the old ones keeps its Format. Takes some milliseconds.
    [[nodiscard]] std::shared_ptr<const Catalogue> withRules(RuleSet set) const;
    [[nodiscard]] const std::vector<Rule> &rules() const; // in their order
    // The alert rules of the rules file, which are only stored here.
    [[nodiscard]] const std::vector<AlertRule> &alertRules() const;

    // Classifies a name. Takes some tens of nanoseconds, because it is called for every key of the
    // server.
    [[nodiscard]] NameClass classifyName(QByteArrayView key) const;
    // What the probed key is; nothing if it belongs to none of the families.
    [[nodiscard]] std::optional<Recognition> recognise(
        const Probe &probe, const ServerTime &time) const;
    // Whether the token of its holder is all that the key holds: it is a string.
    [[nodiscard]] static bool isToken(const Reading &reading);
    // What a lock is by the token that was read just now: its format is that of its holder's
    // library. Nothing if the reading is no string or no lock's token.
    [[nodiscard]] std::optional<Recognition> recogniseToken(
        const QByteArray &key, const Reading &reading, const ServerTime &time) const;
    // Literal prefixes of all globs that have one of at least three bytes, none a prefix of
    // another.
    [[nodiscard]] std::vector<QByteArray> prefixes() const;

    ~Catalogue();

private:
    class Private;
    explicit Catalogue(std::unique_ptr<const Private> p);
    std::unique_ptr<const Private> d;
};

} // namespace lockstep
