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

namespace lockstep {

namespace {

// Begins in the first line of the submission, whose numbers stay.
constexpr const char *joinTables = R"lua(local submitted = (function(...) %1
end)()
local exercise = (function(...) %2
end)()
if exercise.client then
  exercise.client = submitted.client or submitted.clients[1].run
else
  for i, role in ipairs(exercise.clients) do
    role.run = submitted.clients[i].run
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
local asked = exercise.exercise
exercise.exercise = nil
exercise.bounds = exercise.bounds or {}
for name, value in pairs(asked.params or {}) do
  local parameter = exercise.params[name]
  if type(parameter) == "table" then
    parameter[1] = value
  else
    exercise.params[name] = value
  end
end
)lua";

constexpr const char *withExerciseChecks = R"lua(for name, value in pairs(asked.bounds or {}) do
  exercise.bounds[name] = value
end
exercise.assume = asked.assume or exercise.assume
exercise.finally = asked.finally or exercise.finally
return exercise
)lua";

constexpr const char *withoutFaults = R"lua(exercise.always = asked.meanwhile
exercise.finally = asked.work
exercise.assume = asked.assume or exercise.assume
exercise.bounds = { time = asked.time or exercise.bounds.time or 0 }
if asked.absent then
  local function mayBeAbsent(run)
    return function(p, me)
      if random(2) == 1 then
        event("came")
        run(p, me)
      end
    end
  end
  if exercise.client then
    exercise.client = mayBeAbsent(exercise.client)
  else
    for i, role in ipairs(exercise.clients) do
      role.run = mayBeAbsent(role.run)
    end
  end
end
return exercise
)lua";

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
            QStringLiteral("%1: its clients are %2; those of the exercise are %3")
                .arg(path, QString::fromUtf8(roleNames(**alone)),
                    QString::fromUtf8(roleNames(exercise))));
    QByteArray common = joinTables;
    // The submission is put in last, because it may contain a %2, and only at the first %1, because
    // the exercise may contain one.
    common.replace("%2", exercise.source);
    const qsizetype place = common.indexOf("%1");
    common.replace(place, 2, submission);
    const auto forChecks = scenarioFromText(common + withExerciseChecks, path);
    if (!forChecks)
        return tl::unexpected(forChecks.error());
    const auto forWork = scenarioFromText(common + withoutFaults, path);
    if (!forWork)
        return tl::unexpected(forWork.error());
    return SubmittedScenarios{*forChecks, *forWork};
}

} // namespace lockstep
