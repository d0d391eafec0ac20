#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QStaticText>
#include <QString>

class QPainter;

namespace lockstep {

// Texts in one font, each laid out once and then measured and drawn from that: a table shows the
// same few hundred words, keys and times again and again, and to find the glyphs of a text costs
// several times as much as to draw them. They look as those of QPainter::drawText().
class LaidOutTexts
{
public:
    explicit LaidOutTexts(const QFont &font);

    [[nodiscard]] const QFont &font() const { return m_font; }
    [[nodiscard]] const QFontMetricsF &metrics() const { return m_metrics; }
    [[nodiscard]] double width(const QString &text) const;
    // What of the text there is room for.
    [[nodiscard]] QString elided(const QString &text, Qt::TextElideMode mode, double room) const;
    // In the painter's pen. baseline: where the text begins on it. Sets the painter's font.
    void draw(QPainter &painter, const QPointF &baseline, const QString &text) const;

private:
    // Then all are forgotten, and laid out once more.
    static constexpr qsizetype most = 4096;

    struct Text
    {
        QStaticText glyphs;
        double width = 0;
        double ascent = 0; // of the line, which another face's glyphs may raise
        // As it was asked for last.
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
