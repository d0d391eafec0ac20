#pragma once

#include <QColor>
#include <QDir>
#include <QImage>
#include <QWidget>

#include <cstdlib>

// Pictures of widgets, looked at by tests.
namespace lockstep {

// scale: pixels per device-independent one.
inline QImage pictureOf(QWidget &widget, int scale)
{
    QImage image(widget.size() * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    widget.render(&image);
    return image;
}

// Whether they are nearer than `tolerance`, summed over red, green and blue.
inline bool isNear(QRgb pixel, const QColor &colour, int tolerance)
{
    return std::abs(qRed(pixel) - colour.red()) + std::abs(qGreen(pixel) - colour.green())
        + std::abs(qBlue(pixel) - colour.blue())
        < tolerance;
}

// How many of the pixels in the area have that colour; 1: exactly.
inline int pixelsNear(
    const QImage &image, const QRect &area, const QColor &colour, int tolerance = 12)
{
    const QRect pixels = area & image.rect();
    int count = 0;
    for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
        for (int x = pixels.left(); x <= pixels.right(); ++x)
            count += isNear(image.pixel(x, y), colour, tolerance);
    }
    return count;
}

// With LOCKSTEP_PICTURES=folder the picture is kept there, for people. False: it cannot be written.
inline bool keptWhereWanted(const QImage &image, const QString &name)
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    return folder.isEmpty() || image.save(QDir(folder).filePath(name + QLatin1String(".png")));
}

} // namespace lockstep
