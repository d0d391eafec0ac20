// Part of recordingrows.h. Converts objects and holders to rows of `items` and `holders`, to which
// other rows refer, and back.

#include "core/watch/recorder/rows/recordingrows.h"

#include "core/watch/formats/formatdata.h"
#include "core/watch/recorder/rows/rowvalues.h"
#include "core/watch/snapshot/jsonids.h"

namespace lockstep {

QVariantList rowOf(const RecordedItem &item)
{
    QJsonObject detail;
    insertText(detail, "name", item.name);
    insertText(detail, "confidence",
        item.confidence == Confidence::Possible ? confidenceId(item.confidence) : QString());
    if (item.format) {
        insertText(detail, "library", item.format->library());
        insertText(detail, "kind", item.format->kind());
        const std::pair<const char *, bool> traits[] = {
            {"presence", item.format->countsPresence()},
            {"persistentIsNormal", item.format->persistentIsNormal()},
            {"heldForever", item.format->heldForever()},
        };
        for (const auto &[field, isSo] : traits) {
            if (isSo)
                detail.insert(QLatin1String(field), true);
        }
    }
    return {item.id, item.key, item.isFamilyKnown ? QVariant(familyId(item.family)) : QVariant(),
        detailOf(detail)};
}

RecordedItem itemFrom(const QVariantList &row)
{
    constexpr std::array families{Family::Counter, Family::Bucket, Family::Lock};
    const QJsonObject detail = detailFrom(row[3]);
    RecordedItem item;
    item.id = row[0].toLongLong();
    item.key = row[1].toByteArray();
    item.isFamilyKnown = !row[2].isNull();
    item.family = wordFrom(row[2].toString(), families, &familyId);
    item.name = detail.value(u"name").toString();
    item.confidence = detail.contains(u"confidence") ? Confidence::Possible : Confidence::Certain;
    auto format = std::make_shared<FormatData>();
    format->family = item.family;
    format->library = detail.value(u"library").toString();
    format->kind = format->id = detail.value(u"kind").toString();
    format->countsPresence = detail.value(u"presence").toBool();
    format->persistentIsNormal = detail.value(u"persistentIsNormal").toBool();
    format->heldForever = detail.value(u"heldForever").toBool();
    item.format = FormatPtr(new Format(std::move(format)));
    return item;
}

QVariantList rowOf(qint64 id, const Holder &holder)
{
    QJsonObject detail;
    insertText(detail, "host", holder.host);
    insertText(detail, "process", holder.process);
    insertText(detail, "thread", holder.thread);
    return {id, holder.token, detailOf(detail)};
}

Holder holderFrom(const QVariantList &row)
{
    const QJsonObject detail = detailFrom(row[2]);
    Holder holder;
    holder.token = row[1].toByteArray();
    holder.host = detail.value(u"host").toString();
    holder.process = detail.value(u"process").toString();
    holder.thread = detail.value(u"thread").toString();
    return holder;
}

} // namespace lockstep
