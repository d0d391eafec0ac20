#pragma once

#include <chrono>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>

namespace lockstep {

// The value that stands for "absent": one that nothing observed can have.
template <typename T> struct Absent
{
    static constexpr T value() { return T::min(); } // durations and instants
    static constexpr bool is(const T &value) { return value == T::min(); }
};
template <> struct Absent<double>
{
    static constexpr double value() { return std::numeric_limits<double>::quiet_NaN(); }
    static bool is(double value) { return std::isnan(value); }
};
template <> struct Absent<int>
{
    static constexpr int value() { return std::numeric_limits<int>::min(); }
    static constexpr bool is(int number) { return number == value(); }
};

// A std::optional no larger than its value, for what there may be a million of. Converts both ways.
template <typename T> class CompactOptional
{
public:
    CompactOptional() = default;
    CompactOptional(std::nullopt_t) { }
    CompactOptional(T value)
        : m_value(value)
    {
    }
    explicit CompactOptional(const std::optional<T> &value)
        : m_value(value ? *value : Absent<T>::value())
    {
    }
    // This is a template so that assigning a plain value is not ambiguous.
    template <std::same_as<std::optional<T>> O> CompactOptional &operator=(const O &value)
    {
        return *this = CompactOptional(value);
    }
    operator std::optional<T>() const
    {
        return has_value() ? std::optional(m_value) : std::nullopt;
    }

    [[nodiscard]] bool has_value() const { return !Absent<T>::is(m_value); }
    explicit operator bool() const { return has_value(); }
    const T &operator*() const { return m_value; }
    const T *operator->() const { return &m_value; }
    [[nodiscard]] T value_or(T other) const { return has_value() ? m_value : other; }
    void reset() { m_value = Absent<T>::value(); }

    // Compares as std::optional does: absent is less than any value.
    friend bool operator==(const CompactOptional &a, const CompactOptional &b)
    {
        return std::optional<T>(a) == std::optional<T>(b);
    }
    friend bool operator==(const CompactOptional &a, const std::optional<T> &b)
    {
        return std::optional<T>(a) == b;
    }
    friend bool operator==(const CompactOptional &a, const T &b) { return a == CompactOptional(b); }
    friend auto operator<=>(const CompactOptional &a, const CompactOptional &b)
    {
        return std::optional<T>(a) <=> std::optional<T>(b);
    }

private:
    T m_value = Absent<T>::value();
};

} // namespace lockstep
