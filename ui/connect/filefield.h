#pragma once

class QLineEdit;
class QString;
class QWidget;

namespace lockstep {

// Puts the field beside a button that chooses a file. title: what the file is.
QWidget *makeFileField(QLineEdit *field, const QString &title, QWidget *parent);

} // namespace lockstep
