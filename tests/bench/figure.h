#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace lockstep {

// One line of what a bench prints: what was measured beside the floor measured in the same run.
struct Figure
{
    const char *name;
    double value = 0;
    const char *unit = "";
    double floor = 0; // in the same unit; 0: nothing at all would be ideal
    const char *target = ""; // in words: "ratio <= 2"
    bool holds = false;

    // value / floor; 0 where the floor is 0.
    [[nodiscard]] double ratio() const { return floor > 0 ? value / floor : 0; }
};

inline void print(const Figure &figure)
{
    const auto rounded = [](double number) {
        return QByteArray::number(number, 'g', 5).toDouble();
    };
    const QJsonObject line{{QLatin1String("figure"), QLatin1String(figure.name)},
        {QLatin1String("value"), rounded(figure.value)},
        {QLatin1String("unit"), QLatin1String(figure.unit)},
        {QLatin1String("floor"), rounded(figure.floor)},
        {QLatin1String("ratio"),
            figure.floor > 0 ? QJsonValue(rounded(figure.ratio())) : QJsonValue()},
        {QLatin1String("target"), QLatin1String(figure.target)},
        {QLatin1String("holds"), figure.holds}};
    std::puts(QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

// The value below which that part of them lies: 0.5 the median, 0.99 the 99th percentile.
inline double quantile(std::vector<double> values, double part)
{
    if (values.empty())
        return 0;
    const auto last = static_cast<double>(values.size() - 1);
    const auto nth = values.begin() + static_cast<std::ptrdiff_t>(part * last + 0.5);
    std::nth_element(values.begin(), nth, values.end());
    return *nth;
}

} // namespace lockstep
