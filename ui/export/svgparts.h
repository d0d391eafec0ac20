#pragma once

#include <QByteArray>
#include <QPainterPath>
#include <QSize>
#include <QString>

#include <memory>
#include <vector>

class QPainter;

namespace lockstep {

// An SVG of parts, one painted over the other, each inside of its own clip.
class SvgParts
{
public:
    // size: in logical pixels, the units of the document; scale: how much larger it says it is;
    // dpi: logical pixels to the inch.
    SvgParts(QSize size, double scale, int dpi);
    ~SvgParts();

    // The painter of the next part, valid until the one after is begun. An empty clip is none.
    QPainter &begin(const QPainterPath &clip);
    // Ends the last part; the document with all of them.
    QByteArray finish(const QString &title);

private:
    struct Part
    {
        QPainterPath clip;
        QByteArray svg;
    };
    struct Open;

    void endPart();

    QSize m_size;
    double m_scale;
    int m_dpi;
    std::vector<Part> m_parts;
    std::unique_ptr<Open> m_open;
};

} // namespace lockstep
