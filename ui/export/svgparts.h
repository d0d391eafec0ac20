#pragma once

#include <QByteArray>
#include <QPainterPath>
#include <QSize>
#include <QString>

#include <memory>
#include <vector>

class QPainter;

namespace lockstep {

// An SVG made of parts, painted one over the other, each with a clip of its own.
class SvgParts
{
public:
    // size: in logical pixels, which are the units of the document. scale: the factor from that to
    // the size that the document declares. dpi: logical pixels per inch.
    SvgParts(QSize size, double scale, int dpi);
    ~SvgParts();

    // Begins a part and returns its painter, which is valid until the next begin() or finish(). An
    // empty clip means no clip.
    QPainter &begin(const QPainterPath &clip);
    // Ends the last part and returns the document.
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
