#pragma once

#include "core/lab/scenario/scenario.h"

#include <array>
#include <vector>

namespace lockstep {

// What real clients may see on a real server although no step of a state space stands for it. Each
// comment says what the steps do instead. Only what a scenario can come to is named to the user.
enum class Unexplored : quint8 {
    LateExpiredEvents, // messages about an expiry come at the deadline, not when it is noticed
    LateMessages, // a message comes together with its PUBLISH
    TimesBetweenDeadlines, // TTLs and clocks are read as they are at deadlines
    TimeBetweenLeases, // two commands that set deadlines do so at the same instant
    CommandsAtDeadline, // a thread sends at most two commands while a key is due
    OtherReplicationLags, // a replica that takes over lacks the last write, never none or more
    TimersOutOfPhase, // timers begin where timers and leases of others end, not in between
    OutagesThatLast, // a server that restarts or fails over is back at the same instant
    TableOrder, // a script goes through a table in the order that the lab's names of keys make
    LateResubscriptions, // who lost a server has subscribed there again before anybody sends to it
    ClocksThatDrift, // all servers have one clock
    LostReplies, // of what is lost, the server has heard nothing
};

struct UnexploredName
{
    Unexplored unexplored;
    const char *name; // in the JSON
};
constexpr std::array<UnexploredName, 12> allUnexplored{{
    {Unexplored::LateExpiredEvents, "late_expired_events"},
    {Unexplored::LateMessages, "late_messages"},
    {Unexplored::TimesBetweenDeadlines, "times_between_deadlines"},
    {Unexplored::TimeBetweenLeases, "time_between_leases"},
    {Unexplored::CommandsAtDeadline, "commands_at_deadline"},
    {Unexplored::OtherReplicationLags, "other_replication_lags"},
    {Unexplored::TimersOutOfPhase, "timers_out_of_phase"},
    {Unexplored::OutagesThatLast, "outages_that_last"},
    {Unexplored::TableOrder, "table_order"},
    {Unexplored::LateResubscriptions, "late_resubscriptions"},
    {Unexplored::ClocksThatDrift, "clocks_that_drift"},
    {Unexplored::LostReplies, "lost_replies"},
}};

// What can be told from the file alone, in the order of the enumeration. StateSpace::unexplored()
// tells what only the steps show.
std::vector<Unexplored> unexploredOf(const Scenario &scenario);

} // namespace lockstep
