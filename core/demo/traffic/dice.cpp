#include "core/demo/traffic/dice.h"

#include "core/demo/traffic/tokens.h"

namespace lockstep {

int Dice::between(int least, int most)
{
    return std::uniform_int_distribution<int>(least, most)(m_engine);
}

std::chrono::milliseconds Dice::between(
    std::chrono::milliseconds least, std::chrono::milliseconds most)
{
    return std::chrono::milliseconds(between(int(least.count()), int(most.count())));
}

bool Dice::chance(double probability)
{
    return std::bernoulli_distribution(probability)(m_engine);
}

QByteArray Dice::bytes(int count)
{
    QByteArray result(count, Qt::Uninitialized);
    for (char &byte : result)
        byte = char(between(0, 255));
    return result;
}

QByteArray Dice::uuid4()
{
    QByteArray raw = bytes(16);
    raw[6] = char((raw[6] & 0x0f) | 0x40);
    raw[8] = char((raw[8] & 0x3f) | 0x80);
    return withDashes(raw.toHex());
}

} // namespace lockstep
