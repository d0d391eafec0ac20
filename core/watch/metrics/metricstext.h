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

// The Content-Type of an HTTP response in that format.
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

    // Begins a family, to which all samples belong that are added next. It must outlive them. Begin
    // each family only once, because its samples have to stand together.
    void begin(const MetricFamily &family);
    // Numbers that are not finite are left out. Label values: UTF-8; an empty one is left out.
    void add(double value, Labels labels = {});
    // The time in seconds, the unit that Prometheus recommends.
    static double seconds(std::chrono::milliseconds time)
    {
        return std::chrono::duration<double>(time).count();
    }
    // Returns the text. Nothing may be added after this.
    [[nodiscard]] QByteArray finish();

private:
    void writeHead();

    MetricsFormat m_format;
    const MetricFamily *m_family = nullptr;
    QByteArray m_sampleName;
    bool m_hasHead = false; // the head of the present family was written
    QByteArray m_text;
};

} // namespace lockstep
