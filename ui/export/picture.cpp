// Exports a widget as a picture. All formats go the same way: QWidget::render() with a painter on
// the wanted device. What widgets paint as lines and text stays vectors; the plots notice by
// themselves that they are not painted on a screen (PlotCanvas). Putting a pixmap into the SVG or
// PDF was rejected, because it is blurred in print. clippeddevice.cpp has how clips get into an SVG
// or PDF.

#include "ui/export/picture.h"

#include "ui/export/clippeddevice.h"
#include "ui/export/svgparts.h"
#include "ui/text/errormessage.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QWidget>

namespace lockstep {

namespace {

constexpr auto renderFlags = QWidget::DrawWindowBackground | QWidget::DrawChildren;

tl::unexpected<Error> fileTrouble(const QFileDevice &file)
{
    return failure(ErrorCode::BadInput, // BadInput, because the user chose the file name
        QCoreApplication::translate("lockstep::Picture", "Cannot write %1: %2")
            .arg(foreignWords(file.fileName()), file.errorString()));
}

// Writes all bytes. On a disk that is nearly full the first write succeeds partly and Qt reports no
// error, so the rest is written until an error names the reason.
bool writeAll(QFileDevice &file, QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const qint64 written = file.write(bytes.data(), bytes.size());
        if (written <= 0)
            return false;
        bytes = bytes.sliced(written);
    }
    return true;
}

bool isPipeOrDevice(const QString &file)
{
    const QFileInfo there(file);
    return there.exists() && !there.isFile() && !there.isDir();
}

// Writes directly into a pipe or a device such as /dev/stdout, which must not be replaced by a new
// file.
Result<void> writeInto(const QByteArray &bytes, const QString &file)
{
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly | QIODevice::Unbuffered) || !writeAll(out, bytes))
        return fileTrouble(out);
    return {};
}

bool drawPng(QWidget &widget, double scale, QIODevice &file)
{
    QImage image((QSizeF(widget.size()) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(widget.palette().color(QPalette::Window));
    widget.render(&image, {}, {}, renderFlags);
    return image.save(&file, "PNG");
}

bool renderClipped(QWidget &widget, ClippedDevice::PainterFor painterForClip)
{
    ClippedDevice device(widget.size(), widget.logicalDpiX(), std::move(painterForClip));
    QPainter painter;
    if (!painter.begin(&device))
        return false;
    widget.render(&painter, {}, {}, renderFlags);
    return painter.end();
}

bool drawSvg(QWidget &widget, double scale, QIODevice &file)
{
    SvgParts parts(widget.size(), scale, widget.logicalDpiX());
    const bool drawn = renderClipped(
        widget, [&parts](const QPainterPath &clip) -> QPainter & { return parts.begin(clip); });
    const QByteArray document = parts.finish(QStringLiteral("Lockstep"));
    return drawn && file.write(document) == document.size();
}

// Overwrites a field with blanks, so that the byte offsets in the document stay valid.
void blankOut(QByteArray *document, QByteArrayView opening, char closing)
{
    const auto begin = document->indexOf(opening);
    const auto end = document->indexOf(closing, begin + opening.size());
    if (begin >= 0 && end >= 0)
        std::fill(document->begin() + begin, document->begin() + end + 1, ' ');
}

// Removes dates and random identifiers, so that the same picture has the same bytes. A document
// needs neither. From Qt 6.8 on they are in its metadata as well.
void removeDatesAndIdentifiers(QByteArray *document)
{
    blankOut(document, "/CreationDate (", ')');
    blankOut(document, "/ModDate (", ')');
    blankOut(document, "/ID [", ']');
    for (const char *attribute :
        {"xmp:CreateDate=\"", "xmp:ModifyDate=\"", "xmp:MetadataDate=\"", "xmpMM:DocumentID=\""})
        blankOut(document, attribute, '"');
}

bool drawPdf(QWidget &widget, double scale, QIODevice &file)
{
    QByteArray document;
    QBuffer buffer(&document);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    const double pointsPerPixel = 72.0 / widget.logicalDpiX();
    writer.setPageSize(QPageSize(QSizeF(widget.size()) * scale * pointsPerPixel, QPageSize::Point,
        {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    writer.setResolution(widget.logicalDpiX());
    writer.setCreator(QStringLiteral("Lockstep"));
    QPainter page;
    if (!page.begin(&writer))
        return false;
    page.setWindow(widget.rect());
    page.setViewport(QRect({}, (QSizeF(widget.size()) * scale).toSize()));
    page.save();
    const auto under = [&page](const QPainterPath &clip) -> QPainter & {
        page.restore();
        page.save();
        if (!clip.isEmpty())
            page.setClipPath(clip);
        return page;
    };
    const bool drawn = renderClipped(widget, under);
    page.restore();
    if (!page.end() || !drawn)
        return false;
    removeDatesAndIdentifiers(&document);
    return file.write(document) == document.size();
}

// Resizes a widget while this exists.
class Resized
{
public:
    Resized(QWidget &widget, QSize size)
        : m_widget(widget)
        , m_before(widget.size())
    {
        if (!size.isEmpty() && size != m_before)
            widget.resize(size);
    }
    ~Resized() { m_widget.resize(m_before); }
    Resized(const Resized &) = delete;
    Resized &operator=(const Resized &) = delete;

private:
    QWidget &m_widget;
    QSize m_before;
};

} // namespace

Result<void> savePicture(QWidget &widget, const QString &file, const PictureOptions &options)
{
    const QString ending = QFileInfo(file).suffix().toLower();
    const auto draw = ending == QLatin1String("png") ? drawPng
        : ending == QLatin1String("svg")             ? drawSvg
        : ending == QLatin1String("pdf")             ? drawPdf
                                                     : nullptr;
    if (!draw)
        return failure(ErrorCode::BadInput,
            QStringLiteral("%1: a picture is written to a file that ends with .png, .svg or .pdf")
                .arg(file));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const Resized resized(widget, options.size);
    if (!draw(widget, options.scale, buffer))
        return failure(ErrorCode::BadInput,
            QStringLiteral("%1: no picture of this size can be drawn").arg(file));
    return saveText(buffer.data(), file);
}

Result<void> checkPlaceOfFile(const QString &file)
{
    if (isPipeOrDevice(file)) // opening it may block until there is a reader
        return {};
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly))
        return fileTrouble(out);
    out.cancelWriting();
    return {};
}

Result<void> saveText(const QByteArray &text, const QString &file)
{
    if (isPipeOrDevice(file))
        return writeInto(text, file);
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly | QIODevice::Unbuffered) || !writeAll(out, text)
        || !out.commit())
        return fileTrouble(out);
    return {};
}

} // namespace lockstep
