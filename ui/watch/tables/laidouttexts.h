#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QStaticText>
#include <QString>

class QPainter;

namespace lockstep {

// Texts in one font, each laid out once and then measured and drawn from that. A table shows the
// same few hundred words, keys and times again and again, and finding the glyphs of a text costs
// several times as much as drawing them. They look like those of QPainter::drawText().
class LaidOutTexts
{
public:
    explicit LaidOutTexts(const QFont &font);

    [[nodiscard]] const QFont &font() const { return m_font; }
    [[nodiscard]] const QFontMetricsF &metrics() const { return m_metrics; }
    [[nodiscard]] double width(const QString &text) const;
    // The text, shortened with an ellipsis if it does not fit. room: in pixels.
    [[nodiscard]] QString elided(const QString &text, Qt::TextElideMode mode, double room) const;
    // Draws with the painter's pen, and sets the painter's font. baseline: where the text begins on
    // it.
    void draw(QPainter &painter, const QPointF &baseline, const QString &text) const;

private:
    // When there are more texts than this, all are dropped and laid out again.
    static constexpr qsizetype most = 4096;

    struct Text
    {
        QStaticText glyphs;
        double width = 0;
        double ascent = 0; // of the line; a glyph from another font may raise it
        // The last result of elided() and its arguments.
        QString elided;
        Qt::TextElideMode elidedAt = Qt::ElideNone;
        double room = 0;
    };
    [[nodiscard]] Text &laidOut(const QString &text) const;

    QFont m_font;
    QFontMetricsF m_metrics;
    mutable QHash<QString, Text> m_texts;
};

} // namespace lockstep
