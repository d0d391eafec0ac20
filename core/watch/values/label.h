#pragma once

#include "core/watch/values/boxed.h"

#include <QString>

#include <concepts>

namespace lockstep {

// A text that most objects do not have: a pointer where it is empty, and shared by copies. Reads
// like a QString.
class Label
{
public:
    Label() = default;
    explicit Label(const QString &text)
    {
        if (!text.isEmpty())
            m_text = text;
    }
    // A template, lest {} could become either.
    template <typename Text>
    requires std::same_as<std::remove_cvref_t<Text>, QString> Label &operator=(Text &&text)
    {
        return *this = Label(text);
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

    friend bool operator==(const Label &, const Label &) = default;
    friend bool operator==(const Label &label, const QString &text) { return label.text() == text; }

private:
    Boxed<QString> m_text;
};

} // namespace lockstep
