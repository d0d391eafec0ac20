#pragma once

class QLineEdit;
class QString;
class QWidget;

namespace lockstep {

// The field with a button beside it that chooses a file. title: what the file is.
QWidget *makeFileField(QLineEdit *field, const QString &title, QWidget *parent);

} // namespace lockstep
