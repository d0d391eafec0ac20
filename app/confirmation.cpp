#include "app/confirmation.h"

#include <iostream>

#include <unistd.h>

namespace lockstep {

bool confirmed(const QString &question)
{
    std::cerr << qUtf8Printable(question) << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "yes";
}

bool canAsk()
{
    return isatty(STDIN_FILENO) != 0;
}

} // namespace lockstep
