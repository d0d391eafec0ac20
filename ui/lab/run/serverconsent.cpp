#include "ui/lab/run/serverconsent.h"

#include "ui/text/wording.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace lockstep {

namespace {

class ConsentWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ConsentWords)
};

} // namespace

QString serverConsentWords(const QString &server, int connections)
{
    return ConsentWords::tr("Run this scenario on %1?\n\n"
                            "%2 connections will be opened to it and will send commands as fast as "
                            "they can. Every key begins with {lab:…}, gets a TTL, and is deleted "
                            "when the run is over. Nothing else on the server is touched, but it "
                            "will be busy, and others who use it will notice.\n\n"
                            "The private server does the same without any of this.")
        .arg(server, wording::number(connections));
}

void askServerConsent(
    const QString &server, int connections, QWidget *over, const std::function<void()> &yes)
{
    auto *box = new QMessageBox(QMessageBox::Warning, ConsentWords::tr("Run on another server"),
        serverConsentWords(server, connections), QMessageBox::Cancel, over);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->button(QMessageBox::Cancel)->setText(ConsentWords::tr("Cancel"));
    box->setDefaultButton(QMessageBox::Cancel);
    QPushButton *run =
        box->addButton(ConsentWords::tr("Run on %1").arg(server), QMessageBox::AcceptRole);
    QObject::connect(run, &QPushButton::clicked, over, yes);
    box->open();
}

} // namespace lockstep
