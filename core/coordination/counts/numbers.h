#pragma once

#include "core/redis/values/error.h"
#include "core/redis/values/reply.h"

#include <array>

namespace lockstep {

// The error for a reply that no script of ours gives.
inline tl::unexpected<Error> unexpectedReply()
{
    return failure(ErrorCode::ProtocolError, QStringLiteral("a reply of another shape"));
}

// Reads the reply of a script: an array of exactly that many integers.
// Errors: the reply's own; ProtocolError for any other shape.
template <size_t Count> Result<std::array<qint64, Count>> integers(const Result<Reply> &reply)
{
    if (!reply)
        return tl::unexpected(reply.error());
    if (!reply->isArray() || reply->elements.size() != Count)
        return unexpectedReply();
    std::array<qint64, Count> numbers{};
    for (size_t i = 0; i < Count; ++i) {
        if (!reply->elements[i].isInteger())
            return unexpectedReply();
        numbers[i] = reply->elements[i].integer;
    }
    return numbers;
}

inline Result<qint64> integer(const Result<Reply> &reply)
{
    if (!reply)
        return tl::unexpected(reply.error());
    if (!reply->isInteger())
        return unexpectedReply();
    return reply->integer;
}

// Reads the value of a counter: text as the server writes an integer, or nil for 0. Returns
// WrongType for any other text, because the server itself would complain only at the next
// increment.
inline Result<qint64> counted(const Result<Reply> &reply)
{
    if (!reply)
        return tl::unexpected(reply.error());
    if (reply->isNil())
        return 0;
    const qint64 number = reply->text.toLongLong();
    if (!reply->isText() || QByteArray::number(number) != reply->text)
        return failure(ErrorCode::WrongType, QStringLiteral("the value is not an integer"));
    return number;
}

} // namespace lockstep
