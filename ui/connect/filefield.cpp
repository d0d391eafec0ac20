#include "ui/connect/filefield.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace lockstep {

namespace {

class FileFieldWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::FileField)
};

} // namespace

QWidget *makeFileField(QLineEdit *field, const QString &title, QWidget *parent)
{
    auto *row = new QWidget(parent);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *choose = new QToolButton(row);
    choose->setText(FileFieldWords::tr("…", "choose a file"));
    choose->setAccessibleName(FileFieldWords::tr("Choose a file: %1").arg(title));
    layout->addWidget(field, 1);
    layout->addWidget(choose);
    row->setFocusProxy(field);
    field->setAccessibleName(title);
    QObject::connect(choose, &QToolButton::clicked, row, [row, field, title] {
        auto *dialog = new QFileDialog(row, title);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        QObject::connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText);
        dialog->open();
    });
    return row;
}

} // namespace lockstep
