#include "ui/watch/tables/laidouttexts.h"

#include <QPainter>
#include <QTextLayout>

namespace lockstep {

LaidOutTexts::LaidOutTexts(const QFont &font)
    : m_font(font)
    , m_metrics(font)
{
}

LaidOutTexts::Text &LaidOutTexts::laidOut(const QString &text) const
{
    const auto known = m_texts.find(text);
    if (known != m_texts.end())
        return *known;
    if (m_texts.size() >= most)
        m_texts.clear();
    QTextLayout layout(text, m_font);
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    Text laidOut;
    laidOut.glyphs.setTextFormat(Qt::PlainText);
    laidOut.glyphs.setText(text);
    laidOut.glyphs.prepare({}, m_font);
    laidOut.width = m_metrics.horizontalAdvance(text);
    laidOut.ascent = line.isValid() ? line.ascent() : 0;
    return *m_texts.insert(text, laidOut);
}

double LaidOutTexts::width(const QString &text) const
{
    return text.isEmpty() ? 0 : laidOut(text).width;
}

QString LaidOutTexts::elided(const QString &text, Qt::TextElideMode mode, double room) const
{
    Text &known = laidOut(text);
    if (known.elidedAt != mode || known.room != room) {
        known.elided = m_metrics.elidedText(text, mode, room);
        known.elidedAt = mode;
        known.room = room;
    }
    return known.elided;
}

void LaidOutTexts::draw(QPainter &painter, const QPointF &baseline, const QString &text) const
{
    if (text.isEmpty())
        return;
    const Text &known = laidOut(text);
    painter.setFont(m_font);
    painter.drawStaticText(baseline - QPointF(0, known.ascent), known.glyphs);
}

} // namespace lockstep
