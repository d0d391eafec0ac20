// Both files are Lua programs that return a table, and checks may be functions, which exist only in
// the Lua state that has run their file. So both texts are joined into one program: each file
// becomes the body of a function, and a few lines of Lua copy the clients, keys, parameters and
// scripts of the submission into the exercise's table. Before that the submission is read by
// itself, so that a text which is no complete file is refused and cannot end its function early.
//
// Where the exercise does not say how many app servers there are, two are taken: what holds only as
// long as all clients share the memory of one is no solution.

#include "core/lab/exercise/submission.h"

#include "core/lab/loader/scenariofile.h"
#include "core/redis/values/coretext.h"

namespace lockstep {

namespace {

// Begins in the first line of the submission, whose numbers stay. One text for all explorations but
// for the last words, and there every client is called by the same line at the same depth: what a
// program learns of who called it, as from error("", 3), is the same everywhere. So is p, whatever
// number of clients an exploration has. Each run gets an `me` of its own, so that what a submission
// writes there does not reach `before`.
constexpr const char *joined = R"lua(local submitted = (function(...) %1
end)()
local exercise = (function(...) %2
end)()
local asked = exercise.exercise
exercise.exercise = nil
local turns, before, after, clients = 1, nil, nil, nil
local function called(run)
  return function(p, me)
    local shown = setmetatable({ clients = clients }, { __index = p })
    for turn = 1, turns do
      if not before or before(p, me, turn) ~= false then
        local mine = {}
        for name, value in pairs(me) do
          mine[name] = value
        end
        run(shown, mine)
        if after then
          after()
        end
      end
    end
  end
end
if exercise.client then
  exercise.client = called(submitted.client or submitted.clients[1].run)
else
  for i, role in ipairs(exercise.clients) do
    role.run = called(submitted.clients[i].run)
  end
end
local function nameOf(key)
  return type(key) == "table" and key[1] or key
end
local known = {}
for i, key in ipairs(exercise.keys) do
  known[nameOf(key)] = true
end
for i, key in ipairs(submitted.keys) do
  if not known[nameOf(key)] then
    known[nameOf(key)] = true
    exercise.keys[#exercise.keys + 1] = key
  end
end
exercise.params = exercise.params or {}
exercise.params.servers = exercise.params.servers or 2
for i, field in ipairs({ "params", "scripts" }) do
  exercise[field] = exercise[field] or {}
  for name, value in pairs(submitted[field] or {}) do
    if exercise[field][name] == nil then
      exercise[field][name] = value
    end
  end
end
exercise.clock = exercise.clock or submitted.clock
exercise.bounds = exercise.bounds or {}
local function setParams(values)
  for name, value in pairs(values or {}) do
    local parameter = exercise.params[name]
    if type(parameter) == "table" then
      parameter[1] = value
    else
      exercise.params[name] = value
    end
  end
end
setParams(asked.params)
clients = exercise.params.clients
clients = type(clients) == "table" and clients[1] or clients
local as = {}
function as.checks()
  for name, value in pairs(asked.bounds or {}) do
    exercise.bounds[name] = value
  end
  exercise.assume = asked.assume or exercise.assume
  exercise.finally = asked.finally or exercise.finally
end
function as.work()
  exercise.always = asked.meanwhile
  exercise.finally = asked.work
  exercise.assume = asked.assume or exercise.assume
  exercise.bounds = { time = asked.time or exercise.bounds.time or 0 }
  if asked.absent then
    before = function()
      if random(2) ~= 1 then
        return false
      end
      event("@came")
    end
    after = function()
      event("@done")
    end
  end
end
function as.trial(number)
  local trial = asked.trials[number]
  setParams(trial.params)
  setParams({ clients = trial.clients })
  turns, before = trial.turns or 1, trial.before
  for i, field in ipairs({ "bounds", "assume", "always", "finally" }) do
    exercise[field] = trial[field]
  end
end
as.)lua";

QByteArray roleNames(const Scenario &scenario)
{
    QByteArrayList names;
    for (const Role &role : scenario.roles)
        names << role.name;
    return names.join(", ");
}

} // namespace

Result<SubmittedScenarios> joinSubmission(
    const QByteArray &submission, const QString &path, const Scenario &exercise)
{
    const auto alone = scenarioFromText(submission, path);
    if (!alone)
        return tl::unexpected(alone.error());
    if (roleNames(**alone) != roleNames(exercise))
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1: its clients are %2; those of the exercise are %3")
                .arg(path, QString::fromUtf8(roleNames(**alone)),
                    QString::fromUtf8(roleNames(exercise))));
    QByteArray common = joined;
    // The submission is put in last, because it may contain a %2, and only at the first %1, because
    // the exercise may contain one.
    common.replace("%2", exercise.source);
    const qsizetype place = common.indexOf("%1");
    common.replace(place, 2, submission);
    const auto joinedAs = [&](const QByteArray &call) {
        auto made = scenarioFromText(common + call + " return exercise\n", path);
        if (made) {
            auto graded = std::make_shared<Scenario>(**made);
            graded->submittedLines = int(submission.count('\n')) + 1;
            made = std::move(graded);
        }
        return made;
    };
    SubmittedScenarios scenarios;
    auto next = joinedAs("checks()");
    if (!next)
        return tl::unexpected(next.error());
    scenarios.forChecks = *next;
    next = joinedAs("work()");
    if (!next)
        return tl::unexpected(next.error());
    scenarios.forWork = *next;
    for (int i = 1; i <= exercise.exercise->trials; ++i) {
        next = joinedAs("trial(" + QByteArray::number(i) + ")");
        if (!next)
            return tl::unexpected(next.error());
        scenarios.trials.push_back(*next);
    }
    return scenarios;
}

} // namespace lockstep
