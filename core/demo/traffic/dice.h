#pragma once

#include <QByteArray>

#include <chrono>
#include <random>

namespace lockstep {

// Chance with a seed: the same seed, the same choices.
class Dice
{
public:
    explicit Dice(quint32 seed)
        : m_engine(seed)
    {
    }

    [[nodiscard]] int between(int least, int most); // both included
    [[nodiscard]] std::chrono::milliseconds between(
        std::chrono::milliseconds least, std::chrono::milliseconds most);
    [[nodiscard]] bool chance(double probability);
    [[nodiscard]] QByteArray bytes(int count);
    [[nodiscard]] QByteArray uuid4(); // with dashes

private:
    std::mt19937 m_engine;
};

} // namespace lockstep
