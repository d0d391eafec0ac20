#pragma once

#include "core/watch/values/ttl.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace lockstep {

// How long after their deadlines the last objects that expired were found to be gone.
class ExpiryLags
{
public:
    static constexpr std::size_t kept = 1024;

    void note(Milliseconds lag)
    {
        if (m_lags.size() < kept)
            m_lags.push_back(lag);
        else
            m_lags[m_next++ % kept] = lag;
    }

    // The median of these times; nothing if nothing has expired yet.
    [[nodiscard]] std::optional<Milliseconds> median() const
    {
        if (m_lags.empty())
            return {};
        auto lags = m_lags;
        const auto middle = lags.begin() + static_cast<std::ptrdiff_t>(lags.size() / 2);
        std::nth_element(lags.begin(), middle, lags.end());
        return *middle;
    }
    [[nodiscard]] std::optional<Milliseconds> worst() const
    {
        if (m_lags.empty())
            return {};
        return *std::max_element(m_lags.begin(), m_lags.end());
    }

private:
    std::vector<Milliseconds> m_lags; // used as a ring buffer once it is full
    std::size_t m_next = 0;
};

} // namespace lockstep
