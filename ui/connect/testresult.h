#pragma once

#include <QString>

namespace lockstep {

struct ServerSummary;

// What is shown of a test of a profile's connection.
struct TestResult
{
    enum class State : quint8 { NotTested, Running, Works, Fails };

    State state = State::NotTested;
    QString sentence; // what was found, or why it does not work; empty before that
};

// Says, for example, "redis 7.0.15, primary; 2 ms".
QString summarySentence(const ServerSummary &summary);
// The result as one line of text, with a mark before it; empty if there was no test.
QString testLine(const TestResult &result);
// The same, but of a failure without the reason, which is too long for a card.
QString shortTestLine(const TestResult &result);

} // namespace lockstep
