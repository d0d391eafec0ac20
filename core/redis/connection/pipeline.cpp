// Which replies are messages? In RESP2 a server that has confirmed a subscription answers with
// arrays of one shape only until the last is given up, and each confirmation tells how many are
// left. So "subscribed" is what the last confirmation said, and while it holds, an array that
// begins with "message" or "pmessage" is a push; before and after, the same array is the reply to a
// command.
//
// SUBSCRIBE and its relatives are confirmed once for each channel; the last confirmation is the
// reply. UNSUBSCRIBE without a channel has as many as there were subscriptions and at least one;
// only the first is waited for, so give up channels by name.

#include "core/redis/connection/pipeline.h"

#include <utility>

namespace lockstep {

namespace {

bool isSubscription(const Command &command)
{
    const QByteArray &name = command.words().constFirst();
    if (name.size() < 9 || name.size() > 12)
        return false;
    for (const char *other : {"SUBSCRIBE", "PSUBSCRIBE", "UNSUBSCRIBE", "PUNSUBSCRIBE"}) {
        if (name.compare(other, Qt::CaseInsensitive) == 0)
            return true;
    }
    return false;
}

bool isMessage(const Reply &reply)
{
    if (!reply.isArray() || reply.elements.empty())
        return false;
    const QByteArray &first = reply.elements.front().text;
    return first == "message" || first == "pmessage";
}

// The number of subscriptions that remain, if the reply confirms a subscription or its end.
std::optional<qint64> subscriptionsLeft(const Reply &reply)
{
    if (!reply.isArray() || reply.elements.size() != 3 || !reply.elements[2].isInteger())
        return std::nullopt;
    return reply.elements[2].integer;
}

} // namespace

void Pipeline::add(const Command &command, Connection::ReplyCallback done, Clock::time_point now)
{
    command.appendTo(m_outgoing);
    qint32 replies = 1;
    if (isSubscription(command))
        replies = -qMax(1, static_cast<qint32>(command.words().size()) - 1);
    m_waiting.push_back({std::move(done), now, replies});
    ++m_unwritten;
}

QByteArray Pipeline::takeUnwritten()
{
    m_unwritten = 0;
    return std::exchange(m_outgoing, QByteArray());
}

Pipeline::Answer Pipeline::accept(const Reply &reply)
{
    if (m_subscribed && isMessage(reply))
        return {Answer::Kind::Push, {}};
    if (!hasUnanswered())
        return {};
    Waiting &first = m_waiting.front();
    if (first.replies < 0 && !reply.isError()) { // a subscription; an error ends it at once
        if (const auto left = subscriptionsLeft(reply))
            m_subscribed = *left > 0;
        if (++first.replies < 0)
            return {Answer::Kind::Part, {}};
    }
    Answer answer{Answer::Kind::Reply, std::move(first.done)};
    m_waiting.pop_front();
    return answer;
}

std::optional<Pipeline::Clock::time_point> Pipeline::oldest() const
{
    if (m_waiting.empty())
        return std::nullopt;
    return m_waiting.front().since;
}

std::vector<Pipeline::Unanswered> Pipeline::takeAll()
{
    std::vector<Unanswered> all;
    all.reserve(m_waiting.size());
    for (Waiting &each : m_waiting)
        all.push_back({std::move(each.done), qsizetype(all.size()) < size() - m_unwritten});
    m_waiting.clear();
    m_outgoing.clear();
    m_unwritten = 0;
    m_subscribed = false;
    return all;
}

} // namespace lockstep
