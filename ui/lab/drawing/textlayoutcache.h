#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QStaticText>
#include <QString>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <memory>

namespace lockstep {

// Caches the width and the layout of texts in one font. Measuring and laying out each cost as much
// as the rest of painting a label, and every paint shows the same few texts again.
class TextLayoutCache
{
public:
    explicit TextLayoutCache(const QFont &ofFont)
        : font(ofFont)
        , metrics(ofFont)
        , averageCharWidth(metrics.averageCharWidth())
    {
    }

    const QFont font;
    const QFontMetricsF metrics;
    const double averageCharWidth; // kept, because QFontMetricsF looks it up in the font's file

    [[nodiscard]] double of(const QString &text) const { return entry(text).width; }
    // Draws in the colour of the painter's pen. foot: the left end of the base line.
    void draw(QPainter &painter, QPointF foot, const QString &text) const
    {
        Entry &known = entry(text);
        if (!known.laidOut)
            layOut(known, text);
        painter.setFont(font);
        painter.drawStaticText(foot - QPointF(0, known.ascent), *known.laidOut);
    }

private:
    static constexpr qsizetype most = 5000;

    struct Entry
    {
        double width = 0;
        double ascent = 0; // larger than the font's if a fallback font supplies a character
        std::shared_ptr<QStaticText> laidOut; // nullptr if the text was only measured so far
    };

    Entry &entry(const QString &text) const
    {
        const auto known = m_entries.find(text);
        if (known != m_entries.end())
            return *known;
        if (m_entries.size() >= most)
            m_entries.clear();
        return *m_entries.insert(text, {metrics.horizontalAdvance(text), 0, nullptr});
    }

    void layOut(Entry &entry, const QString &text) const
    {
        QTextLayout layout(text, font);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setNumColumns(int(text.size())); // without this the line has no height
        layout.endLayout();
        entry.ascent = line.isValid() ? line.ascent() : metrics.ascent();
        entry.laidOut = std::make_shared<QStaticText>(text);
        entry.laidOut->setTextFormat(
            Qt::PlainText); // never interpret text of files and servers as HTML
    }

    mutable QHash<QString, Entry> m_entries;
};

// The fonts of a timeline, made from that of its widget.
struct LaneFonts
{
    explicit LaneFonts(const QFont &font)
        : small(smaller(font))
        , smallBold(bolder(small.font))
        , bold(bolder(font))
    {
    }

    const TextLayoutCache small, smallBold, bold;

private:
    static QFont smaller(QFont font)
    {
        if (font.pointSizeF() > 0)
            font.setPointSizeF(font.pointSizeF() * 0.88);
        else
            font.setPixelSize(std::max(1, int(std::lround(font.pixelSize() * 0.88))));
        return font;
    }
    static QFont bolder(QFont font)
    {
        font.setWeight(QFont::DemiBold);
        return font;
    }
};

} // namespace lockstep
