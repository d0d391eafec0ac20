#include "core/demo/caller.h"

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr double chanceOfHurry = 0.06; // after each call
constexpr int refusalsUntilRest = 4;

QCoro::Task<> callAgainAndAgain(Desk &desk, Call call)
{
    int hurriedCalls = desk.dice().between(1, 3); // so that there is something to see at once
    int refusals = 0;
    while (true) {
        const std::optional<bool> granted = co_await desk.succeeds(call());
        if (!granted)
            co_return;
        std::chrono::milliseconds rest = desk.dice().between(2s, 5s);
        if (!*granted && ++refusals == refusalsUntilRest) {
            refusals = 0;
            hurriedCalls = 0;
            rest = desk.dice().between(8s, 20s);
        } else if (hurriedCalls > 0) {
            --hurriedCalls;
            rest = desk.dice().between(100ms, 400ms);
        } else if (desk.dice().chance(chanceOfHurry)) {
            hurriedCalls = 60;
        }
        const bool open = co_await desk.pause(rest);
        if (!open)
            co_return;
    }
}

} // namespace

void keepCalling(Desk &desk, Call call)
{
    desk.shift().work(callAgainAndAgain(desk, std::move(call)));
}

Script::Script(const QByteArray &text, const QByteArrayList &keys)
{
    m_command << "EVAL" << text << qint64(keys.size());
    for (const QByteArray &key : keys)
        m_command << key;
}

Script &Script::operator<<(const QByteArray &argument)
{
    m_command << argument;
    return *this;
}

Script &Script::operator<<(qint64 argument)
{
    m_command << argument;
    return *this;
}

} // namespace lockstep
