#pragma once

#include "core/lab/lua/luavalue.h"
#include "core/lab/scenario/scenario.h"

#include <QList>

namespace lockstep {

// What is wrong with a file's table, and in which line; 0 if the line is not known.
struct ScenarioMistake
{
    int line = 0;
    QByteArray sentence;
};

// Base of the classes that read a part of a file's table into the scenario. Its functions return
// false after they have set the mistake.
class FieldReader
{
public:
    FieldReader(const LuaValue &table, Scenario *scenario, ScenarioMistake *mistake)
        : m_table(table)
        , m_scenario(*scenario)
        , m_mistake(mistake)
    {
    }

protected:
    static QByteArray nameOrMissing(const LuaValue &value);
    bool wrong(const QByteArray &sentence, int line = 0); // sets the mistake; always returns false
    // path: "" or "params.", what stands before the field's name.
    bool fieldsAreKnown(
        const LuaValue &table, const QByteArray &path, const QList<QByteArray> &known);
    bool readWord(const LuaValue &table, const QByteArray &name, bool isNeeded, QByteArray *word);
    bool readLocal(const LuaValue &value, const QByteArray &path, LocalText *text);
    bool readCount(
        const LuaValue &value, const QByteArray &path, qint64 least, qint64 most, qint64 *count);
    bool readProbability(const LuaValue &value, const QByteArray &path, double *probability);
    bool readTruth(const LuaValue &table, const QByteArray &name, bool *truth);

    const LuaValue &m_table; // of the file
    Scenario &m_scenario;
    ScenarioMistake *const m_mistake;
};

} // namespace lockstep
