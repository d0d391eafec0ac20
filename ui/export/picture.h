#pragma once

#include "core/redis/values/error.h"

#include <QSize>

class QWidget;

namespace lockstep {

// The size and scale of a picture.
struct PictureOptions
{
    QSize size; // of the widget, in logical pixels; if empty, its present size
    double scale = 1; // PNG: pixels per logical pixel. SVG, PDF: how much larger the page is
};

// Renders the widget into a file. The ending decides on the format: .png, .svg or .pdf. In SVG and
// PDF lines and text stay vectors. The widget need not be visible; its size is restored. The file
// is replaced as a whole or not at all. Errors: BadInput for another ending, FileUnreadable with
// path and reason.
Result<void> savePicture(QWidget &widget, const QString &file, const PictureOptions &options);

// Checks whether the file can be written, before its contents are made, which may take long. Leaves
// nothing behind. Errors: FileUnreadable with path and reason.
Result<void> checkPlaceOfFile(const QString &file);

// Writes text (CSV, JSON) to a file, replacing it as a whole or not at all.
Result<void> saveText(const QByteArray &text, const QString &file);

} // namespace lockstep
