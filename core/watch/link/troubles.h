#pragma once

#include "core/redis/values/error.h"
#include "core/watch/values/ttl.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lockstep {

// What keeps the watch from knowing everything. Several things may be wrong at a time; the gravest
// of them is shown.
class Troubles
{
public:
    // Where it was met, the gravest first.
    enum class Source : quint8 { Link, Answers, Pass, Look, Reading, Cluster, Replication };

    // error: nothing, it is over.
    void set(Source source, const std::optional<Error> &error, Instant now)
    {
        m_errors.at(static_cast<std::size_t>(source)) = error;
        if (!isSet(Source::Answers) && !isSet(Source::Reading))
            m_refusedSince.reset();
        else if (!m_refusedSince)
            m_refusedSince = now;
    }
    void clear() { *this = {}; }

    [[nodiscard]] bool isSet(Source source) const
    {
        return m_errors.at(static_cast<std::size_t>(source)).has_value();
    }
    // Nothing: nothing is wrong.
    [[nodiscard]] std::optional<Error> gravest() const
    {
        const auto first = std::find_if(
            m_errors.begin(), m_errors.end(), [](const auto &error) { return error.has_value(); });
        return first == m_errors.end() ? std::nullopt : *first;
    }
    // Since when the server answers, but tells nothing of keys; nothing: it does.
    [[nodiscard]] std::optional<Instant> refusedSince() const { return m_refusedSince; }

private:
    std::array<std::optional<Error>, 7> m_errors; // by Source
    std::optional<Instant> m_refusedSince;
};

} // namespace lockstep
