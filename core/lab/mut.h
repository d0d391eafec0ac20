#pragma once
#include <cstdlib>
namespace lockstep {
inline bool mut(int n)
{
    static const int on = std::getenv("MUT") ? std::atoi(std::getenv("MUT")) : 0;
    return on == n;
}
}
