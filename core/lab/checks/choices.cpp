#include "core/lab/checks/choices.h"

#include <algorithm>

namespace lockstep {

size_t Choices::choose(const Question &question, size_t options)
{
    const auto known = std::find_if(m_choices.begin(), m_choices.end(),
        [&](const Choice &each) { return each.question == question; });
    if (known != m_choices.end())
        return std::min(known->chosen, options - 1);
    m_choices.push_back({question, options});
    return 0;
}

bool Choices::next()
{
    while (!m_choices.empty() && m_choices.back().chosen + 1 >= m_choices.back().options)
        m_choices.pop_back();
    if (m_choices.empty())
        return false;
    ++m_choices.back().chosen;
    return true;
}

} // namespace lockstep
