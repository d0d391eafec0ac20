// QSvgGenerator (Qt 6.4) writes lines, text and pictures, but no clips, and its output cannot be
// grouped while it is written. So each part has a generator of its own, and the document contains
// the parts one after another, each in a group with its clip. A paint engine that writes SVG itself
// was rejected, because gradients, dashes and pictures would have to be written again.
//
// The generator writes the font size that was asked for. Qt may have laid out the text in another
// size, mostly in whole pixels, and then words would be wider than their place and overlap. So the
// sizes are corrected here.

#include "ui/export/svgparts.h"

#include <QBuffer>
#include <QFont>
#include <QPainter>
#include <QRawFont>
#include <QSvgGenerator>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

const QString svgSpace = u"http://www.w3.org/2000/svg"_s;

QString pathWords(const QPainterPath &path)
{
    QString words;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        if (element.isMoveTo())
            words += u'M';
        else if (element.isLineTo())
            words += u'L';
        else if (element.isCurveTo()) // a curve has two more points, which follow
            words += u'C';
        words += u"%1,%2 "_s.arg(element.x).arg(element.y);
    }
    return words.trimmed();
}

// The size in which Qt lays out a font that was asked for in this size, both in logical pixels.
QString laidOutSize(const QString &asked, int dpi)
{
    bool isNumber = false;
    const double points = asked.toDouble(&isNumber) * 72 / dpi;
    if (!isNumber || points <= 0)
        return asked;
    QFont font;
    font.setPointSizeF(points);
    const QRawFont used = QRawFont::fromFont(font);
    return used.isValid() ? QString::number(used.pixelSize()) : asked;
}

// Copies the content of a part. Identifiers are unique only inside a part, so the number of the
// part is appended.
void addContent(QXmlStreamWriter &writer, const QByteArray &svg, const QString &number, int dpi)
{
    QXmlStreamReader reader(svg);
    reader.readNextStartElement(); // <svg>
    for (int depth = 0; depth >= 0 && !reader.atEnd();) {
        reader.readNext();
        if (reader.isStartElement()) {
            if (reader.name() == u"title" || reader.name() == u"desc") {
                reader.skipCurrentElement();
                continue;
            }
            ++depth;
            writer.writeStartElement(svgSpace, reader.name().toString());
            const auto attributes = reader.attributes();
            for (const auto &attribute : attributes) {
                QString value = attribute.value().toString();
                if (attribute.name() == u"id")
                    value += number;
                else if (attribute.name() == u"font-size")
                    value = laidOutSize(value, dpi);
                else if (value.startsWith(u"url(#"))
                    value.insert(value.size() - 1, number);
                writer.writeAttribute(attribute.qualifiedName().toString(), value);
            }
        } else if (reader.isEndElement() && --depth >= 0) {
            writer.writeEndElement();
        } else if (reader.isCharacters() && !reader.isWhitespace()) {
            writer.writeCharacters(reader.text().toString());
        }
    }
}

} // namespace

struct SvgParts::Open
{
    QPainterPath clip;
    QBuffer buffer;
    QSvgGenerator generator;
    QPainter painter;
};

SvgParts::SvgParts(QSize size, double scale, int dpi)
    : m_size(size)
    , m_scale(scale)
    , m_dpi(dpi)
{
}

SvgParts::~SvgParts() = default;

QPainter &SvgParts::begin(const QPainterPath &clip)
{
    endPart();
    m_open = std::make_unique<Open>();
    m_open->clip = clip;
    m_open->buffer.open(QIODevice::WriteOnly);
    m_open->generator.setOutputDevice(&m_open->buffer);
    m_open->generator.setSize(m_size);
    m_open->generator.setViewBox(QRect({}, m_size));
    m_open->generator.setResolution(m_dpi);
    m_open->painter.begin(&m_open->generator);
    return m_open->painter;
}

void SvgParts::endPart()
{
    if (!m_open)
        return;
    m_open->painter.end();
    m_parts.push_back({m_open->clip, m_open->buffer.data()});
    m_open.reset();
}

QByteArray SvgParts::finish(const QString &title)
{
    endPart();
    QByteArray document;
    QXmlStreamWriter writer(&document);
    writer.setAutoFormatting(true);
    writer.setAutoFormattingIndent(1);
    writer.writeStartDocument();
    writer.writeDefaultNamespace(svgSpace);
    writer.writeNamespace(u"http://www.w3.org/1999/xlink"_s, u"xlink"_s);
    writer.writeStartElement(svgSpace, u"svg"_s);
    const double cssPixels = m_scale * 96 / m_dpi;
    writer.writeAttribute(u"width"_s, QString::number(m_size.width() * cssPixels));
    writer.writeAttribute(u"height"_s, QString::number(m_size.height() * cssPixels));
    writer.writeAttribute(u"viewBox"_s, u"0 0 %1 %2"_s.arg(m_size.width()).arg(m_size.height()));
    writer.writeTextElement(svgSpace, u"title"_s, title);
    int count = 0;
    for (const Part &part : m_parts) {
        const QString number = u"-%1"_s.arg(++count);
        if (!part.clip.isEmpty()) {
            writer.writeStartElement(svgSpace, u"clipPath"_s);
            writer.writeAttribute(u"id"_s, u"clip"_s + number);
            writer.writeEmptyElement(svgSpace, u"path"_s);
            writer.writeAttribute(u"d"_s, pathWords(part.clip));
            writer.writeEndElement();
        }
        writer.writeStartElement(svgSpace, u"g"_s);
        if (!part.clip.isEmpty())
            writer.writeAttribute(u"clip-path"_s, u"url(#clip%1)"_s.arg(number));
        addContent(writer, part.svg, number, m_dpi);
        writer.writeEndElement();
    }
    writer.writeEndDocument();
    return document;
}

} // namespace lockstep
