#pragma once

#include "core/lab/history/history.h"

#include <vector>

namespace lockstep {

// Answers questions about a round that nobody can answer for certain, as how long a key still
// lives, with every combination of the possible answers, one combination after the other. Which
// questions a check asks may depend on the answers to earlier ones, so they are not known
// beforehand: a question is entered when it is first asked, and the answer to the last one is
// changed first.
class Choices
{
public:
    enum class Kind { Ttl, TtlOfOperation, Existence, Inside, InsideAtEvent };
    struct Question
    {
        Kind kind;
        // The key of Ttl and Existence and the lock of Inside, by their numbers in history.texts;
        // the operation of TtlOfOperation. 0 for InsideAtEvent.
        quint32 subject;
        qint64 place; // the node; the event of InsideAtEvent; 0 for Inside

        bool operator==(const Question &) const = default;
    };

    // options: how many answers there are, 1 or more. Returns the chosen one, from 0. Until next()
    // that is the same one whenever it is asked again, or the last option if there are fewer then.
    size_t choose(const Question &question, size_t options);
    // Goes on to the next combination. False: there is none.
    bool next();

private:
    struct Choice
    {
        Question question;
        size_t options = 1;
        size_t chosen = 0;
    };

    std::vector<Choice> m_choices; // in the order in which they were asked for
};

} // namespace lockstep
