#pragma once

#include <QByteArray>

#include <chrono>
#include <random>

namespace lockstep {

// Random choices from a seed; the same seed gives the same choices.
class Dice
{
public:
    explicit Dice(quint32 seed)
        : m_engine(seed)
    {
    }

    [[nodiscard]] int between(int least, int most); // inclusive
    [[nodiscard]] std::chrono::milliseconds between(
        std::chrono::milliseconds least, std::chrono::milliseconds most);
    [[nodiscard]] bool chance(double probability);
    [[nodiscard]] QByteArray bytes(int count);
    [[nodiscard]] QByteArray uuid4(); // with dashes

private:
    std::mt19937 m_engine;
};

} // namespace lockstep
