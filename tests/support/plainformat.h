#pragma once

#include "core/watch/formats/catalogue.h"

namespace lockstep {

// A format that is nothing but its answers: for what is decided without looking into an object.
class PlainFormat : public Format
{
public:
    explicit PlainFormat(Family ofFamily)
        : m_family(ofFamily)
    {
    }

    bool normallyPersistent = false;
    bool meantForever = false;
    bool neverExceeds = false;
    QByteArray channel;

    [[nodiscard]] QString id() const override { return QStringLiteral("plain"); }
    [[nodiscard]] QString library() const override { return QStringLiteral("Plain"); }
    [[nodiscard]] Family family() const override { return m_family; }
    [[nodiscard]] QString kind() const override { return QStringLiteral("plain"); }
    [[nodiscard]] bool countsPresence() const override { return false; }
    [[nodiscard]] bool persistentIsNormal() const override { return normallyPersistent; }
    [[nodiscard]] bool heldForever() const override { return meantForever; }
    [[nodiscard]] bool stopsAtLimit() const override { return neverExceeds; }
    [[nodiscard]] ReadPlan plan(const QByteArray &, const ServerTime &) const override
    {
        return {};
    }
    [[nodiscard]] std::optional<Reading> read(
        const QByteArray &, std::span<const Reply>, Instant, const ServerTime &) const override
    {
        return std::nullopt;
    }
    [[nodiscard]] QByteArray waitersChannel(const QByteArray &) const override { return channel; }

private:
    Family m_family;
};

} // namespace lockstep
