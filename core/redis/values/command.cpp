#include "core/redis/values/command.h"

#include <QVarLengthArray>

#include <hiredis/hiredis.h>
#include <hiredis/sds.h>

namespace lockstep {

void Command::appendTo(QByteArray &out) const
{
    QVarLengthArray<const char *, 16> words;
    QVarLengthArray<size_t, 16> lengths;
    for (const QByteArray &word : m_words) {
        words.append(word.constData());
        lengths.append(static_cast<size_t>(word.size()));
    }
    sds formatted = nullptr;
    const auto length = redisFormatSdsCommandArgv(
        &formatted, static_cast<int>(m_words.size()), words.data(), lengths.constData());
    Q_ASSERT(length > 0);
    out.append(formatted, static_cast<qsizetype>(length));
    redisFreeSdsCommand(formatted);
}

} // namespace lockstep
