#pragma once

#include <QByteArray>

#include <chrono>
#include <initializer_list>
#include <utility>

namespace lockstep {

// The two formats that Prometheus reads, see
// https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md and
// https://prometheus.io/docs/instrumenting/exposition_formats/.
enum class MetricsFormat : quint8 { OpenMetrics, PrometheusText };

// What an HTTP answer in that format has as its type.
QByteArray contentType(MetricsFormat format);

enum class MetricType : quint8 { Gauge, Counter };

struct MetricFamily
{
    const char *name; // a counter's without its _total
    MetricType type;
    const char *unit; // with which the name ends; empty: it counts things, or says yes or no
    const char *help; // one line without quotes and backslashes
};

// Writes metrics as text. A family without samples leaves no trace, because what is not known is
// left out.
class MetricsText
{
public:
    using Labels = std::initializer_list<std::pair<const char *, QByteArray>>;

    explicit MetricsText(MetricsFormat format)
        : m_format(format)
    {
    }

    // The samples that follow are of that family, which has to outlive them. Each family is begun
    // once: its samples stand together.
    void begin(const MetricFamily &family);
    // Numbers that are not finite are left out. Label values: UTF-8; an empty one is left out.
    void add(double value, Labels labels = {});
    // In the unit that Prometheus asks for.
    static double seconds(std::chrono::milliseconds time)
    {
        return std::chrono::duration<double>(time).count();
    }
    // Nothing is added after this.
    [[nodiscard]] QByteArray finish();

private:
    void writeHead();

    MetricsFormat m_format;
    const MetricFamily *m_family = nullptr;
    QByteArray m_sampleName;
    bool m_hasHead = false; // of the present family
    QByteArray m_text;
};

} // namespace lockstep
