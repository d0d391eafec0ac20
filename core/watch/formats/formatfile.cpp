// The files are written by hand, so nothing in them is ignored: a field that is not known, a reader
// that does not exist and an expression that does not compile end the start with a sentence that
// says where. See resources/formats/README.md for what the fields mean.

#include "core/watch/formats/formatfile.h"

#include "core/watch/values/jsonfields.h"
#include "core/watch/values/jsonobject.h"

#include <QJsonArray>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

using Vocabulary = QHash<QString, QStringList>;

std::vector<Glob> globs(JsonFields &fields, const char *field)
{
    std::vector<Glob> result;
    const QStringList patterns = fields.texts(field);
    for (const QString &pattern : patterns)
        result.emplace_back(pattern.toUtf8());
    return result;
}

QByteArrayList bytes(JsonFields &fields, const char *field)
{
    QByteArrayList result;
    const QStringList texts = fields.texts(field);
    for (const QString &text : texts)
        result.append(text.toUtf8());
    return result;
}

std::optional<QRegularExpression> expression(JsonFields &fields, const char *field)
{
    const QString pattern = fields.textOr(field, {});
    if (pattern.isEmpty())
        return std::nullopt;
    QRegularExpression result(pattern, QRegularExpression::DotMatchesEverythingOption);
    if (!result.isValid()) {
        fields.fail(field,
            u"a regular expression (%1 at %2)"_s.arg(
                result.errorString(), QString::number(result.patternErrorOffset())));
        return std::nullopt;
    }
    result.optimize();
    return result;
}

// "@name" stands for a list of the file's "vocabulary".
WordSet words(JsonFields &fields, const char *field, const Vocabulary &vocabulary)
{
    WordSet result;
    const QStringList texts = fields.texts(field);
    for (const QString &text : texts) {
        if (!text.startsWith(u'@')) {
            result.insert(text.toUtf8());
        } else if (vocabulary.contains(text.mid(1))) {
            for (const QString &word : vocabulary.value(text.mid(1)))
                result.insert(word.toUtf8());
        } else {
            fields.fail(field, u"a word, or @ and a name of \"vocabulary\", not %1"_s.arg(text));
        }
    }
    return result;
}

std::vector<CompanionGlob> companions(JsonFields &fields)
{
    std::vector<CompanionGlob> result;
    const auto list = fields.array("companions");
    for (const QJsonValue &value : list.value_or(QJsonArray())) {
        JsonFields companion(value.toObject(), fields.place() + u", companion"_s);
        CompanionGlob glob{
            Glob(companion.text("glob").toUtf8()), companion.text("primary").toUtf8()};
        if (!glob.primary.contains("$1"))
            companion.fail("primary", u"$1 for what the first star of the glob stands for"_s);
        if (const auto done = companion.finish(); !done)
            fields.fail(done.error());
        result.push_back(std::move(glob));
    }
    return result;
}

void readLooks(JsonFields &fields, FormatData &format, const Vocabulary &vocabulary)
{
    constexpr KeyType types[] = {
        KeyType::String, KeyType::List, KeyType::Set, KeyType::SortedSet, KeyType::Hash};
    format.type = types[fields.choice(
        "type", {u"string"_s, u"list"_s, u"set"_s, u"sorted set"_s, u"hash"_s}, false)];
    format.globs = globs(fields, "globs");
    format.noise = globs(fields, "noise");
    format.companions = companions(fields);
    format.words = words(fields, "words", vocabulary);
    format.notWords = words(fields, "notWords", vocabulary);
    format.name = expression(fields, "key");
    format.value = expression(fields, "value");
    format.field = expression(fields, "field");
    format.member = expression(fields, "member");
    format.fields = bytes(fields, "fields");
    format.optionalFields = bytes(fields, "optionalFields");
    format.allowsOtherFields = fields.flag("otherFields") || format.fields.isEmpty();
    format.ttl =
        static_cast<FormatData::TtlUse>(fields.choice("ttl", {u"any"_s, u"always"_s, u"never"_s}));
    format.agrees = static_cast<Agreement>(fields.choice("agrees",
        {u"nothing"_s, u"gcra with ttl"_s, u"deadline with ttl"_s, u"highest score with ttl"_s,
            u"acquired with ttl"_s, u"scores within ttl"_s, u"number in name"_s,
            u"second in name"_s, u"start in name"_s, u"no time"_s, u"token shaped"_s,
            u"time in token"_s}));
    format.scores = static_cast<Scores>(
        fields.choice("scores", {u"any"_s, u"past"_s, u"future"_s, u"equal members"_s}));
    format.unit = static_cast<TimeUnit>(fields.choice("unit", timeUnitNames()));
}

void readFlags(JsonFields &fields, FormatData &format)
{
    const QStringList flags = fields.texts("flags");
    for (const QString &flag : flags) {
        if (flag == u"countsPresence")
            format.countsPresence = true;
        else if (flag == u"persistentIsNormal")
            format.persistentIsNormal = true;
        else if (flag == u"heldForever")
            format.heldForever = true;
        else if (flag == u"stopsAtLimit")
            format.stopsAtLimit = true;
        else
            fields.fail(
                "flags", u"countsPresence, persistentIsNormal, heldForever, stopsAtLimit"_s);
    }
}

Result<FormatDataPtr> formatFromJson(
    const QJsonObject &object, const QString &file, qsizetype number, const Vocabulary &vocabulary)
{
    const QString id = object.value(u"id"_s).toString();
    JsonFields fields(object,
        id.isEmpty() ? u"%1, format %2"_s.arg(file, QString::number(number + 1))
                     : u"%1, format %2"_s.arg(file, id));
    auto format = std::make_shared<FormatData>();
    format->id = fields.text("id");
    format->library = fields.textOr("library", {});
    format->kind = fields.text("kind");
    format->family = static_cast<Family>(fields.choice("family", familyNames(), false));
    format->trust = static_cast<Trust>(fields.choice(
        "trust", {u"signature"_s, u"agreement"_s, u"companions"_s, u"name"_s, u"hint"_s}, false));
    format->suffix = fields.bytesOr("suffix", {});
    format->shownAs = fields.bytesOr("shownAs", {});
    format->waitersChannel = KeyTemplate(fields.bytesOr("waitersChannel", {}), format->suffix);
    format->bounds.limit = fields.positive("limit");
    if (const auto window = fields.positive("windowMs"))
        format->bounds.window = Milliseconds(qint64(*window));
    (void)fields.textOr("source", {}); // for whoever reads the file
    readLooks(fields, *format, vocabulary);
    readFlags(fields, *format);

    JsonFields reader(
        fields.object("reader").value_or(QJsonObject()), fields.place() + u", reader"_s);
    format->reader = makeReader(reader, format->suffix);
    if (const auto done = reader.finish(); !done)
        fields.fail(done.error());
    if (const auto done = fields.finish(); !done)
        return tl::unexpected(done.error());
    return format;
}

} // namespace

QStringList familyNames()
{
    QStringList names;
    for (const char *const word : familyWords)
        names << QString::fromLatin1(word);
    return names;
}

std::optional<Family> familyNamed(const QString &name)
{
    const auto place = familyNames().indexOf(name);
    return place < 0 ? std::nullopt : std::optional(static_cast<Family>(place));
}

Result<std::vector<FormatDataPtr>> formatsFromJson(const QByteArray &json, const QString &file)
{
    const Result<QJsonObject> top = jsonObject(json, file);
    if (!top)
        return tl::unexpected(top.error());
    JsonFields fields(*top, file);
    (void)fields.text("about");
    const QJsonArray list = fields.array("formats").value_or(QJsonArray());
    if (list.isEmpty())
        fields.fail("formats", u"a list of formats"_s);
    Vocabulary vocabulary;
    JsonFields words(fields.object("vocabulary").value_or(QJsonObject()), file + u", vocabulary"_s);
    for (const QString &name : top->value(u"vocabulary"_s).toObject().keys())
        vocabulary.insert(name, words.texts(name.toLatin1().constData()));
    for (JsonFields *part : {&words, &fields}) {
        if (const auto done = part->finish(); !done)
            return tl::unexpected(done.error());
    }

    std::vector<FormatDataPtr> formats;
    for (qsizetype i = 0; i < list.size(); ++i) {
        auto format = formatFromJson(list[i].toObject(), file, i, vocabulary);
        if (!format)
            return tl::unexpected(format.error());
        formats.push_back(std::move(*format));
    }
    return formats;
}

} // namespace lockstep
