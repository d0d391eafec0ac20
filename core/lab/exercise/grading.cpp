#include "core/lab/exercise/grading.h"

#include "core/lab/exercise/submission.h"
#include "core/lab/explore/explorer.h"
#include "core/lab/lua/luatokens.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace lockstep {

namespace {

constexpr qint64 memoryOfSearch = 512 * 1000 * 1000; // bytes; an exercise needs a few MB

// The first with that verdict, in the order of the file.
const CheckFinding *findingWith(CheckOutcome verdict, const Exploration &exploration)
{
    const auto found = std::find_if(exploration.checks.begin(), exploration.checks.end(),
        [verdict](const CheckFinding &each) { return each.verdict == verdict; });
    return found == exploration.checks.end() ? nullptr : &*found;
}

// To leave at once what was entered is as good as not to enter it: nobody could meet there.
const CheckFinding *unmarkedFinding(const Exploration &exploration)
{
    MarkedNames marked = exploration.marked;
    marked.entered = marked.stayedIn;
    const auto found = std::find_if(exploration.checks.begin(), exploration.checks.end(),
        [&](const CheckFinding &each) { return !unmarkedNames(each.check, marked).isEmpty(); });
    return found == exploration.checks.end() ? nullptr : &*found;
}

// Looks for the name in the text, so a mutex that is used under another name is overlooked.
bool namesMutexes(const QByteArray &submission)
{
    LuaTokens tokens(submission);
    LuaToken token = tokens.next();
    while (token.kind != LuaToken::Kind::End && !token.isName("mutex"))
        token = tokens.next();
    return token.kind != LuaToken::Kind::End;
}

} // namespace

// The explorer of the moment, for those who want it to stop.
class Grader::Watched
{
public:
    void set(Explorer *explorer)
    {
        const std::lock_guard lock(m_mutex);
        m_explorer = explorer;
        if (m_explorer && m_isCancelled)
            m_explorer->cancel();
    }

    void cancel()
    {
        const std::lock_guard lock(m_mutex);
        m_isCancelled = true;
        if (m_explorer)
            m_explorer->cancel();
    }

    [[nodiscard]] bool isCancelled()
    {
        const std::lock_guard lock(m_mutex);
        return m_isCancelled;
    }

private:
    std::mutex m_mutex;
    Explorer *m_explorer = nullptr;
    bool m_isCancelled = false;
};

Grader::Grader(ScenarioPtr exercise, std::chrono::milliseconds limit)
    : m_exercise(std::move(exercise))
    , m_limit(limit)
    , m_watched(std::make_unique<Watched>())
{
}

Grader::~Grader() = default;

void Grader::cancel()
{
    m_watched->cancel();
}

// Ended after the limit, by a thread that waits for it.
Result<Exploration> Grader::explore(const ScenarioPtr &scenario, Grade *grade)
{
    grade->scenario = scenario;
    grade->options = ExploreOptions::of(*scenario);
    grade->options.memoryLimit = memoryOfSearch;
    grade->options.mapLimit = 0;
    Explorer explorer(scenario, grade->options);
    m_watched->set(&explorer);
    std::mutex mutex;
    std::condition_variable_any isOver;
    std::atomic<bool> tookTooLong = false;
    std::jthread limit([&](const std::stop_token &stop) {
        std::unique_lock lock(mutex);
        const bool wasStopped =
            isOver.wait_for(lock, stop, m_limit, [&] { return stop.stop_requested(); });
        if (wasStopped)
            return;
        tookTooLong = true;
        explorer.cancel();
    });
    auto explored = explorer.explore();
    limit.request_stop();
    limit.join();
    m_watched->set(nullptr);
    grade->tookTooLong = tookTooLong;
    grade->wasCancelled = m_watched->isCancelled();
    const bool isWhole = explored && !explored->endedEarly();
    grade->endsForbidden = isWhole && explored->endsForbidden;
    grade->needsMoreTime = isWhole && !explored->endsForbidden && explored->undecided != "0";
    return explored;
}

Grade Grader::grade(const QByteArray &submission, const QString &path)
{
    using Outcome = Grade::Outcome;
    Grade grade;
    grade.usesMutexes = namesMutexes(submission);
    const auto stop = [&](Outcome outcome, const CheckFinding *finding = nullptr) {
        grade.outcome = outcome;
        if (finding)
            grade.finding = *finding;
        return grade;
    };
    const auto failed = [&](const Error &error) {
        if (grade.wasCancelled) // a server had not answered a command of setup
            return stop(Outcome::Undecided);
        grade.mistake = error.detail;
        const bool isOfFile = error.code == ErrorCode::BadInput && !grade.tookTooLong;
        return stop(isOfFile ? Outcome::Malformed : Outcome::Failed);
    };
    // Ends the grading unless all checks hold. violated: what it means that one does not.
    const auto ended = [&](const Exploration &explored, Outcome violated) -> std::optional<Grade> {
        if (explored.verdict == CheckOutcome::Holds)
            return std::nullopt;
        if (const CheckFinding *found = findingWith(CheckOutcome::Violated, explored))
            return stop(violated, found);
        const bool isUnjudged = explored.verdict == CheckOutcome::NotChecked;
        return isUnjudged ? stop(Outcome::NoNumber, findingWith(CheckOutcome::NotChecked, explored))
                          : stop(Outcome::Undecided);
    };
    const auto joined = joinSubmission(submission, path, *m_exercise);
    if (!joined)
        return failed(joined.error());
    const auto checked = explore(joined->forChecks, &grade);
    if (!checked)
        return failed(checked.error());
    if (auto end = ended(*checked, Outcome::Violated))
        return *std::move(end);
    const auto worked = explore(joined->forWork, &grade);
    if (!worked)
        return failed(worked.error());
    if (auto end = ended(*worked, Outcome::DoesNoWork))
        return *std::move(end);
    for (const ScenarioPtr &trial : joined->trials) {
        const auto tried = explore(trial, &grade);
        if (!tried)
            return failed(tried.error());
        if (auto end = ended(*tried, Outcome::Violated))
            return *std::move(end);
    }
    for (const auto *const each : {&*checked, &*worked}) {
        grade.marked = each->marked;
        if (const CheckFinding *unmarked = unmarkedFinding(*each))
            return stop(Outcome::NothingMarked, unmarked);
    }
    return stop(Outcome::Solved);
}

} // namespace lockstep
