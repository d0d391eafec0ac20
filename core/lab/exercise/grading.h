#pragma once

#include "core/lab/explore/exploration.h"
#include "core/redis/values/error.h"

#include <chrono>
#include <memory>

namespace lockstep {

// What became of one submission to an exercise.
struct Grade
{
    enum class Outcome : quint8 {
        Solved,
        Malformed, // mistake: of the file, or one that was met while it was explored
        Violated, // finding: a check does not hold
        DoesNoWork, // finding: the clients no longer do what they are there for
        NoNumber, // finding: a check that could not be judged, because a key held no number
        NothingMarked, // finding: a check holds only because nobody counted or stayed in its name
        Undecided, // it was not known within the time or the memory, or it goes on for ever
        Failed // mistake: no server, for example; the submission is not to blame
    };

    Outcome outcome = Outcome::Failed;
    QString mistake;
    // The scenario that was explored last; nullptr if the submission could not be read.
    ScenarioPtr scenario;
    ExploreOptions options; // of that exploration
    std::optional<CheckFinding> finding;
    MarkedNames marked; // of NothingMarked
    bool usesMutexes = false; // the submission's clients
    // These tell of the exploration that decided, whatever the outcome; where that is Undecided,
    // they say why.
    bool tookTooLong = false; // it was ended after the limit
    bool endsForbidden = false; // an assumption keeps time from passing, see Exploration
    bool needsMoreTime = false; // somebody still waits when options.bounds.time is used up
    bool wasCancelled = false; // by cancel()

    [[nodiscard]] bool isSolved() const { return outcome == Outcome::Solved; }
};

// Explores a submission, first by the exercise's checks, then, without faults, by those of its
// work, and then by its trials. Belongs to one thread, on which grade() blocks; cancel() may be
// called from any.
class Grader
{
public:
    // limit: how long each of the explorations may take.
    Grader(ScenarioPtr exercise, std::chrono::milliseconds limit);
    ~Grader();
    Q_DISABLE_COPY_MOVE(Grader)

    // path: the name of the submission in messages.
    Grade grade(const QByteArray &submission, const QString &path);
    // Ends the exploration that runs, and all later ones, early, also those that wait for a server.
    // The grade is Undecided then, unless something had decided it before.
    void cancel();

private:
    class Watched;
    Result<Exploration> explore(const ScenarioPtr &scenario, Grade *grade);

    ScenarioPtr m_exercise;
    std::chrono::milliseconds m_limit;
    std::unique_ptr<Watched> m_watched;
};

} // namespace lockstep
