#include "app/window/warningbox.h"

#include <QMessageBox>

namespace lockstep {

void openWarning(QWidget *window, const QString &sentence, const QString &title)
{
    auto *box = new QMessageBox(QMessageBox::Warning, title, sentence, QMessageBox::Ok, window);
    box->setTextFormat(Qt::PlainText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace lockstep
