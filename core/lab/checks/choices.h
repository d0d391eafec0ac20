#pragma once

#include "core/lab/history/history.h"

#include <tuple>
#include <vector>

namespace lockstep {

// Answers to what is not known, chosen in every combination, one after the other. A check that is
// asked by one combination may ask for something else than by another, so what is open turns up
// only while it is asked: the last answer is changed first.
class Choices
{
public:
    enum class Kind { Ttl, TtlOfOperation, Existence, Inside, InsideAtEvent };
    using Question = std::tuple<Kind, quint32, qint64>;

    // options: how many answers there are, 1 or more. The chosen one, from 0; the same one whenever
    // it is asked again, until next().
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
