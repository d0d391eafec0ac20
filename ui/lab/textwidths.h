#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QString>

namespace lockstep {

// How wide texts are in one font. To measure one costs as much as to draw it, and the same few come
// again in every paint.
class TextWidths
{
public:
    explicit TextWidths(const QFont &font)
        : metrics(font)
    {
    }

    const QFontMetricsF metrics;

    [[nodiscard]] double of(const QString &text) const
    {
        const auto known = m_widths.constFind(text);
        if (known != m_widths.constEnd())
            return *known;
        if (m_widths.size() >= most)
            m_widths.clear();
        return *m_widths.insert(text, metrics.horizontalAdvance(text));
    }

private:
    static constexpr qsizetype most = 20'000;

    mutable QHash<QString, double> m_widths;
};

} // namespace lockstep
