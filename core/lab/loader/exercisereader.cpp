// Reads the exercise of a lesson: its task and hints, and the checks that grade a submission.

#include "core/lab/loader/exercisereader.h"

#include "core/lab/loader/checkreader.h"
#include "core/lab/loader/scenarioreader.h"
#include "core/lab/scenario/boundnames.h"
#include "core/redis/values/coretext.h"

namespace lockstep {

namespace {

using Kind = LuaValue::Kind;

// Reads the field `exercise`. Its mistakes name fields as they are written there.
class ExerciseReader : private FieldReader
{
public:
    using FieldReader::FieldReader;

    bool read()
    {
        if (!m_table.is(Kind::Table) || !m_table.items.empty())
            return wrong(CoreText::bytes(
                CoreText::tr("it is %1, and should be { task = { en = \"…\" }, hints = { { en = "
                             "\"…\" } }, work = { count_at_least(\"sold\", 1) } }"),
                nameOf(m_table)));
        Exercise exercise;
        if (!fieldsAreKnown(m_table, {},
                {"task", "hints", "params", "bounds", "assume", "finally", "work", "meanwhile",
                    "absent", "time", "trials"})
            || !readLocal(m_table.field("task"), "task", &exercise.task)
            || !readHints(m_table.field("hints"), &exercise)
            || !readWork(m_table.field("work"), &exercise))
            return false;
        // The other fields are only checked here. Grading reads this text once more, with the
        // submission's clients in it.
        bool mayBeAbsent = false;
        if (!bringsUsableValues(m_table.field("params")) || !bringsUsableChecks()
            || !readTruth(m_table, "absent", &mayBeAbsent)
            || !readTrials(m_table.field("trials"), &exercise))
            return false;
        const LuaValue &time = m_table.field("time");
        qint64 count = 0;
        if (!time.is(Kind::Nil) && !readCount(time, "time", 0, Bounds::most, &count))
            return false;
        m_scenario.exercise = std::move(exercise);
        return true;
    }

private:
    // Reads the values that an exercise brings in place of the scenario's usual ones.
    bool bringsUsableValues(const LuaValue &params)
    {
        if (params.is(Kind::Nil))
            return true;
        if (!params.is(Kind::Table) || !params.items.empty() || params.hasOtherKeys)
            return wrong(
                CoreText::tr("params is a table of values for parameters, as in { clients = 3 }")
                    .toUtf8());
        for (const auto &[name, value] : params.fields) {
            const Parameter *const parameter = m_scenario.parameter(name);
            qint64 number = 0;
            if (!parameter)
                return wrong(CoreText::bytes(
                    CoreText::tr("params: there is no parameter “%1”; there are %2"), name,
                    parameterNames()));
            if (!readCount(
                    value, "params." + name, parameter->minimum, parameter->maximum, &number))
                return false;
        }
        return true;
    }

    [[nodiscard]] QByteArray parameterNames() const
    {
        QByteArrayList names;
        for (const Parameter &each : m_scenario.parameters)
            names << each.name;
        return names.join(", ");
    }

    bool readTrials(const LuaValue &trials, Exercise *exercise)
    {
        if (trials.is(Kind::Nil))
            return true;
        if (!trials.is(Kind::Table) || !trials.fields.empty() || trials.hasOtherKeys)
            return wrong(
                "trials is a list of tables, as in { { turns = 2, before = function(p, me, "
                "turn) … end, finally = { … } } }");
        for (const LuaValue &each : trials.items) {
            if (!isUsableTrial(each))
                return wrong("trials[" + QByteArray::number(exercise->trials + 1)
                    + "]: " + m_mistake->sentence);
            ++exercise->trials;
        }
        return true;
    }

    bool isUsableTrial(const LuaValue &trial)
    {
        if (!trial.is(Kind::Table) || !trial.items.empty())
            return wrong("it is " + nameOf(trial) + ", and should be a table");
        const LuaValue &clients = trial.field("clients");
        const Parameter *const mostClients = m_scenario.parameter("clients");
        const LuaValue &turns = trial.field("turns");
        const LuaValue &before = trial.field("before");
        qint64 count = 0;
        Scenario checksOnly = m_scenario;
        checksOnly.checks.clear();
        int functions = 0;
        return fieldsAreKnown(trial, {},
                   {"clients", "params", "bounds", "assume", "turns", "before", "always",
                       "finally"})
            && (clients.is(Kind::Nil)
                || readCount(clients, "clients", 1, mostClients ? mostClients->maximum : 0, &count))
            && bringsUsableValues(trial.field("params"))
            && (turns.is(Kind::Nil) || readCount(turns, "turns", 1, Bounds::most, &count))
            && (before.is(Kind::Nil) || before.is(Kind::Function)
                || wrong("before is a function, as in function(p, me, turn) … end"))
            && readBounds(trial, &checksOnly, m_mistake)
            && readAssumptions(trial, &checksOnly, m_mistake)
            && readChecks(trial, "always", Check::When::Always, &checksOnly, &functions, m_mistake)
            && readChecks(
                trial, "finally", Check::When::Finally, &checksOnly, &functions, m_mistake)
            && (!checksOnly.checks.empty() || wrong("it has neither always nor finally"));
    }

    // Reads bounds, assume and finally, which take the place of the scenario's, and meanwhile,
    // which is an addition.
    bool bringsUsableChecks()
    {
        Scenario checksOnly = m_scenario;
        checksOnly.checks.clear();
        int functions = 0;
        return readBounds(m_table, &checksOnly, m_mistake)
            && readAssumptions(m_table, &checksOnly, m_mistake)
            && readChecks(
                m_table, "finally", Check::When::Finally, &checksOnly, &functions, m_mistake)
            && areChecks(m_table.field("meanwhile"), "meanwhile", Check::When::Always, nullptr);
    }

    // Read as checks of a scenario of their own: they do not belong to those of this one.
    bool areChecks(
        const LuaValue &list, const QByteArray &name, Check::When when, std::vector<Check> *checks)
    {
        LuaValue table;
        table.kind = Kind::Table;
        table.fields.emplace_back(name, list);
        Scenario checksOnly = m_scenario;
        checksOnly.checks.clear();
        int functions = 0;
        if (!readChecks(table, name, when, &checksOnly, &functions, m_mistake))
            return false;
        if (checks)
            *checks = std::move(checksOnly.checks);
        return true;
    }

    bool readHints(const LuaValue &hints, Exercise *exercise)
    {
        if (hints.is(Kind::Nil))
            return true;
        if (!hints.is(Kind::Table) || !hints.fields.empty() || hints.hasOtherKeys
            || hints.items.size() > Exercise::mostHints)
            return wrong(CoreText::bytes(
                CoreText::tr("hints is a list of up to %1 texts, as in { { en = \"…\" } }"),
                QByteArray::number(Exercise::mostHints)));
        for (size_t i = 0; i < hints.items.size(); ++i) {
            const QByteArray path = "hints[" + QByteArray::number(int(i + 1)) + "]";
            if (!readLocal(hints.items[i], path, &exercise->hints.emplace_back()))
                return false;
        }
        return true;
    }

    bool readWork(const LuaValue &work, Exercise *exercise)
    {
        if (!work.is(Kind::Table) || work.items.empty())
            return wrong(CoreText::tr(
                "work is missing; it is a list of checks that tell whether the clients "
                "still do their work, as in { count_at_least(\"sold\", 1) }")
                             .toUtf8());
        return areChecks(work, "work", Check::When::Finally, &exercise->work);
    }
};

} // namespace

bool readExercise(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
{
    const LuaValue &exercise = table.field("exercise");
    if (exercise.is(Kind::Nil) || ExerciseReader(exercise, scenario, mistake).read())
        return true;
    mistake->sentence.prepend("exercise: ");
    return false;
}

} // namespace lockstep
