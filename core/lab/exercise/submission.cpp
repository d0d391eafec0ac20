// Both files are Lua, and a file's checks may be functions that only its own text can be asked for.
// So they are joined as texts: each becomes the body of a function, and a few lines take from the
// table of the one what belongs to the other. The submission is read by itself before: what is no
// whole file cannot reach out of its function.
//
// Where the exercise does not say how many app servers there are, two are taken: what holds only as
// long as all clients share the memory of one is no solution.

#include "core/lab/exercise/submission.h"

#include "core/lab/loader/scenariofile.h"

namespace lockstep {

namespace {

// Begins in the first line of the submission, whose numbers stay.
constexpr const char *joined = R"lua(local submitted = (function(...) %1
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

constexpr const char *asItIsAsked = R"lua(for name, value in pairs(asked.bounds or {}) do
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

QByteArray rolesOf(const Scenario &scenario)
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
    if (rolesOf(**alone) != rolesOf(exercise))
        return failure(ErrorCode::BadInput,
            QStringLiteral("%1: its clients are %2; those of the exercise are %3")
                .arg(path, QString::fromUtf8(rolesOf(**alone)),
                    QString::fromUtf8(rolesOf(exercise))));
    QByteArray common = joined;
    // The exercise first: the other text could have a %2 in it.
    common.replace("%2", exercise.source);
    const qsizetype place = common.indexOf("%1");
    common.replace(place, 2, submission);
    const auto checked = scenarioFromText(common + asItIsAsked, path);
    if (!checked)
        return tl::unexpected(checked.error());
    const auto worked = scenarioFromText(common + withoutFaults, path);
    if (!worked)
        return tl::unexpected(worked.error());
    return SubmittedScenarios{*checked, *worked};
}

} // namespace lockstep
