#pragma once

#include "core/redis/values/error.h"
#include "core/watch/values/ttl.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lockstep {

// The errors that keep the watch from knowing everything. There may be several at a time; the most
// serious one is shown.
class Troubles
{
public:
    // Where it was met, the most serious first.
    enum class Source : quint8 { Link, Answers, Pass, Look, Reading, Cluster, Replication };

    // Sets the error of one source; nothing if it is over.
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
    // The most serious error; nothing if there is none.
    [[nodiscard]] std::optional<Error> mostSerious() const
    {
        const auto first = std::find_if(
            m_errors.begin(), m_errors.end(), [](const auto &error) { return error.has_value(); });
        return first == m_errors.end() ? std::nullopt : *first;
    }
    // Tells since when the server has answered but refused every request about keys; nothing if it
    // does not.
    [[nodiscard]] std::optional<Instant> refusedSince() const { return m_refusedSince; }

private:
    std::array<std::optional<Error>, 7> m_errors; // by Source
    std::optional<Instant> m_refusedSince;
};

} // namespace lockstep
