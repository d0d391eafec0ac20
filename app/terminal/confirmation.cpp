// What is asked here cannot be undone, and a single y is typed too easily, so only the whole word
// counts. If something similar is typed, a message says so, and nothing is done.

#include "app/terminal/confirmation.h"

#include "app/terminal/output.h"
#include "core/redis/values/terminaltext.h"

#include <QCoreApplication>

#include <iostream>

#include <unistd.h>

namespace lockstep {

bool confirmed(const QString &question, const QString &word)
{
    std::cerr << terminalText(question.toUtf8()).constData() << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    if (answer == word.toStdString())
        return true;
    const QString meant = QString::fromStdString(answer).trimmed().toLower();
    if (meant == u"y" || meant == u"yes" || meant == word)
        printMessage(QCoreApplication::translate(
            "lockstep::Confirmation", "Only the word %1 counts, in lower case and in full.")
                         .arg(word));
    return false;
}

bool canAsk()
{
    return isatty(STDIN_FILENO) != 0;
}

} // namespace lockstep
