#pragma once

#include "core/watch/formats/catalogue.h"
#include "core/watch/formats/formatdata.h"

namespace lockstep {

// A format as a file describes it, with what a rule says on top.
class DescribedFormat : public Format
{
public:
    // bounds: of a rule; what it does not say is the format's.
    explicit DescribedFormat(
        std::shared_ptr<const FormatData> data, const LimitBounds &bounds = {});

    [[nodiscard]] QString id() const override { return m_data->id; }
    [[nodiscard]] QString library() const override { return m_data->library; }
    [[nodiscard]] Family family() const override { return m_data->family; }
    [[nodiscard]] QString kind() const override { return m_data->kind; }
    [[nodiscard]] bool countsPresence() const override { return m_data->countsPresence; }
    [[nodiscard]] bool persistentIsNormal() const override { return m_data->persistentIsNormal; }
    [[nodiscard]] bool heldForever() const override { return m_data->heldForever; }
    [[nodiscard]] bool stopsAtLimit() const override { return m_data->stopsAtLimit; }

    [[nodiscard]] ReadPlan plan(const QByteArray &key, const ServerTime &time) const override;
    [[nodiscard]] std::optional<Reading> read(const QByteArray &key, std::span<const Reply> replies,
        Instant observed, const ServerTime &time) const override;
    [[nodiscard]] QByteArray waitersChannel(const QByteArray &key) const override;

private:
    std::shared_ptr<const FormatData> m_data;
    LimitBounds m_ruled; // what a rule says wins over what an object says
    LimitBounds m_bounds; // with the format's own where the rule is silent
};

} // namespace lockstep
