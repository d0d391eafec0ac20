#pragma once

#include <QSharedData>

#include <optional>
#include <utility>

namespace lockstep {

// An optional value that takes no place where it is absent: it lives on the heap and is shared by
// copies until one of them writes to it. For what few objects have and what would make all large.
template <typename T> class CowOptional
{
public:
    CowOptional() = default;
    CowOptional(std::nullopt_t) { }
    CowOptional(T value)
        : m_box(new Box(std::move(value)))
    {
    }
    CowOptional(std::optional<T> value)
    {
        if (value)
            m_box = new Box(std::move(*value));
    }

    operator std::optional<T>() const
    {
        return m_box ? std::optional<T>(m_box->value) : std::nullopt;
    }

    [[nodiscard]] bool has_value() const { return m_box; }
    explicit operator bool() const { return has_value(); }
    const T &operator*() const { return m_box->value; }
    const T *operator->() const { return &m_box->value; }
    T &operator*() { return m_box->value; }
    T *operator->() { return &m_box->value; }

    T &emplace(T value = {})
    {
        m_box = new Box(std::move(value));
        return m_box->value;
    }
    void reset() { m_box.reset(); }

    // Compares the values and not the pointers.
    friend bool operator==(const CowOptional &a, const CowOptional &b)
    {
        return a.m_box.constData() == b.m_box.constData() || (a && b && *a == *b);
    }

private:
    struct Box : QSharedData
    {
        explicit Box(T boxed)
            : value(std::move(boxed))
        {
        }
        T value;
    };

    QSharedDataPointer<Box> m_box; // non-const access copies a box that is shared
};

} // namespace lockstep
