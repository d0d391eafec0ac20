#pragma once

#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/lab/loader/scenariofile.h"
#include "core/redis/identity/productionservers.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <memory>

namespace lockstep {

// That the user has allowed and never marked as production.
inline RunTarget placeOn(const Endpoint &server)
{
    const QTemporaryDir folder;
    QSettings noMarks(folder.filePath(QStringLiteral("marks.ini")), QSettings::IniFormat);
    return RunTarget::onUsersServer(server, {}, ProductionServers(&noMarks), [] {
        return true;
    }).value();
}

// A free run of a scenario written in a test, and what came of it.
class RunTrial
{
public:
    explicit RunTrial(const QByteArray &text)
    {
        auto read = scenarioFromText(text, QStringLiteral("trial.lua"));
        if (!read)
            qFatal("%s", qPrintable(read.error().detail));
        scenario = *read;
        options = RunOptions::of(*scenario);
        options.seed = 7;
    }
    RunTrial(ScenarioPtr shipped, RunOptions how)
        : scenario(std::move(shipped))
        , options(std::move(how))
    {
        options.seed = 7;
    }

    // What start() says.
    Result<void> begin()
    {
        run = std::make_unique<FreeRunSession>(scenario, options, place);
        QObject::connect(run.get(), &FreeRunSession::finished, run.get(),
            [this](const RunPtr &ended) { result = ended; });
        QObject::connect(run.get(), &FreeRunSession::failed, run.get(),
            [this](const Error &why) { error = why; });
        QObject::connect(
            run.get(), &FreeRunSession::progressed, run.get(), [this](const RunProgress &now) {
                progress = now;
                ++progressCount;
            });
        return run->start();
    }
    [[nodiscard]] bool isOver() const { return result || error; }
    // Begins, and waits for the end. False: it failed, see error.
    bool play()
    {
        if (const auto begun = begin(); !begun) {
            error = begun.error();
            return false;
        }
        return QTest::qWaitFor([this] { return isOver(); }, 180'000) && result;
    }
    [[nodiscard]] qint64 count(const char *name) const
    {
        const auto found = result->counts.find(name);
        return found == result->counts.end() ? 0 : found->second;
    }
    [[nodiscard]] int incidents(Incident::Kind kind) const
    {
        return int(std::count_if(result->history.incidents.begin(), result->history.incidents.end(),
            [&](const Incident &each) { return each.kind == kind; }));
    }

    ScenarioPtr scenario;
    RunOptions options;
    RunTarget place;
    std::unique_ptr<FreeRunSession> run;
    RunPtr result;
    std::optional<Error> error;
    RunProgress progress;
    int progressCount = 0;
};

inline const char *const oversell = R"(
return {
  id = "oversell", family = "stock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = { 2, 1, 5000 }, stock = { 1, 0, 100000 } },
  keys = { "stock" },
  setup = function(p) redis.call("SET", "stock", p.stock) end,
  client = function(p, me)
    local stock = tonumber(redis.call("GET", "stock"))
    if stock > 0 then
      redis.call("SET", "stock", stock - 1)
      count("sold")
    end
  end,
  always = { count_at_most("sold", "stock") },
}
)";

inline const char *const locked = R"(
return {
  id = "locked", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = { 2, 1, 5000 }, lease = { 30000, 100, 100000, unit = "ms" } },
  keys = { "lock", "line", "done" },
  client = function(p, me)
    repeat await_gone("lock")
    until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
    enter("lock")
    redis.call("INCR", "done")
    count("held")
    leave("lock")
    redis.script("lock-release", { "lock", "line" }, { me.token })
  end,
  always = { holders_at_most("lock", 1) },
  finally = { nobody_waits() },
}
)";

} // namespace lockstep
