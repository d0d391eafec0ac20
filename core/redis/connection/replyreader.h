#pragma once

#include "core/redis/values/error.h"
#include "core/redis/values/reply.h"

#include <QByteArray>
#include <QByteArrayView>

#include <memory>
#include <optional>

namespace lockstep {

// Turns the bytes of a server into replies. The parser is hiredis'; the replies are built in place.
//
// Trusts nothing that a peer announces: memory is taken for what has arrived, and one reply is
// limited in bytes on the wire and in the memory of its elements. Elements beyond that are read and
// left out (Reply::isCut). After an error it reads nothing more.
class ReplyReader
{
public:
    explicit ReplyReader(qint64 maxReplyBytes);
    ~ReplyReader();
    ReplyReader(const ReplyReader &) = delete;
    ReplyReader &operator=(const ReplyReader &) = delete;

    // Feed at most this many bytes a call: hiredis' time is then linear. More bytes are accepted,
    // but take longer.
    static constexpr qsizetype chunk = 64 * 1024;

    void feed(QByteArrayView bytes);

    // The next whole reply, or nothing if more bytes are needed. Errors: ProtocolError,
    // ReplyTooLarge.
    Result<std::optional<Reply>> next();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
