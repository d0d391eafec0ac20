#pragma once

#include "core/redis/values/error.h"

#include <QSize>

class QWidget;

namespace lockstep {

struct PictureOptions
{
    QSize size; // of the widget, in logical pixels; empty: as it is
    double scale = 1; // PNG: pixels per logical pixel. SVG, PDF: how much larger the page is
};

// Draws the widget into a file whose ending says how: .png, .svg or .pdf; lines and text stay lines
// and text where the format can hold them. The widget need not be visible; its size is put back.
// The file is replaced as a whole or not at all. Errors: BadInput for another ending,
// FileUnreadable with path and reason.
Result<void> savePicture(QWidget &widget, const QString &file, const PictureOptions &options);

// Whether a file can be put there, asked before what goes into it has been waited for. Nothing is
// left there. Errors: FileUnreadable with path and reason.
Result<void> checkPlaceOfFile(const QString &file);

// The same care for text: CSV, JSON.
Result<void> saveText(const QByteArray &text, const QString &file);

} // namespace lockstep
