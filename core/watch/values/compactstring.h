#pragma once

#include "core/watch/values/cowoptional.h"

#include <QString>

#include <concepts>

namespace lockstep {

// A text that most objects do not have: a pointer where it is empty, and shared by copies. Reads
// like a QString.
class CompactString
{
public:
    CompactString() = default;
    explicit CompactString(const QString &text)
    {
        if (!text.isEmpty())
            m_text = text;
    }
    // This is a template so that assigning {} is not ambiguous.
    template <typename Text>
    requires std::same_as<std::remove_cvref_t<Text>, QString> CompactString &operator=(Text &&text)
    {
        return *this = CompactString(text);
    }

    operator const QString &() const
    {
        static const QString empty;
        return m_text ? *m_text : empty;
    }
    [[nodiscard]] const QString &text() const { return *this; }
    [[nodiscard]] bool isEmpty() const { return !m_text; }
    [[nodiscard]] QByteArray toUtf8() const { return text().toUtf8(); }
    [[nodiscard]] int compare(const QString &other) const { return text().compare(other); }

    friend bool operator==(const CompactString &, const CompactString &) = default;
    friend bool operator==(const CompactString &label, const QString &text)
    {
        return label.text() == text;
    }

private:
    CowOptional<QString> m_text;
};

} // namespace lockstep
