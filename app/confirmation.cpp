// What is asked here cannot be undone, and a single y is typed too easily: only the whole word does
// it. Who types something like it is told, and nothing is done.

#include "app/confirmation.h"

#include "app/output.h"

#include <QCoreApplication>

#include <iostream>

#include <unistd.h>

namespace lockstep {

bool confirmed(const QString &question)
{
    std::cerr << qUtf8Printable(question) << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    if (answer == "yes")
        return true;
    const QString meant = QString::fromStdString(answer).trimmed().toLower();
    if (meant == u"y" || meant == u"yes")
        printMessage(QCoreApplication::translate(
            "lockstep::Confirmation", "Only the word yes counts, in small letters and in full."));
    return false;
}

bool canAsk()
{
    return isatty(STDIN_FILENO) != 0;
}

} // namespace lockstep
