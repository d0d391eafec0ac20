#pragma once

#include <QByteArray>

#include <chrono>
#include <random>
#include <vector>

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

    template <typename T> [[nodiscard]] const T &oneOf(const std::vector<T> &things)
    {
        return things[size_t(between(0, int(things.size()) - 1))];
    }

private:
    std::mt19937 m_engine;
};

} // namespace lockstep
