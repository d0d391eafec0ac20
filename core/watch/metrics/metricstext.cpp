#include "core/watch/metrics/metricstext.h"

#include <QLocale>

#include <cmath>

namespace lockstep {

namespace {

void appendEscaped(QByteArray *text, const QByteArray &value)
{
    for (const char byte : value) {
        if (byte == '\n') {
            text->append("\\n");
            continue;
        }
        if (byte == '\\' || byte == '"')
            text->append('\\');
        text->append(byte);
    }
}

} // namespace

QByteArray contentType(MetricsFormat format)
{
    return format == MetricsFormat::OpenMetrics
        ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
        : "text/plain; version=0.0.4; charset=utf-8";
}

void MetricsText::begin(const MetricFamily &family)
{
    m_family = &family;
    m_hasHead = false;
    m_sampleName = family.name;
    if (family.type == MetricType::Counter)
        m_sampleName += "_total";
}

// In OpenMetrics the family of a counter has the name without _total, in the older text with it.
void MetricsText::writeHead()
{
    m_hasHead = true;
    const bool isOpen = m_format == MetricsFormat::OpenMetrics;
    const QByteArray name = isOpen ? QByteArray(m_family->name) : m_sampleName;
    m_text +=
        "# TYPE " + name + (m_family->type == MetricType::Counter ? " counter\n" : " gauge\n");
    if (isOpen && *m_family->unit)
        m_text += "# UNIT " + name + ' ' + m_family->unit + '\n';
    m_text += "# HELP " + name + ' ' + m_family->help + '\n';
}

void MetricsText::add(double value, Labels labels)
{
    if (!std::isfinite(value))
        return;
    if (!m_hasHead)
        writeHead();
    m_text += m_sampleName;
    char before = '{';
    for (const auto &[name, text] : labels) {
        if (text.isEmpty())
            continue;
        m_text.append(before).append(name).append("=\"");
        appendEscaped(&m_text, text);
        m_text.append('"');
        before = ',';
    }
    if (before == ',')
        m_text.append('}');
    m_text.append(' ')
        .append(QByteArray::number(value, 'g', QLocale::FloatingPointShortest))
        .append('\n');
}

QByteArray MetricsText::finish()
{
    if (m_format == MetricsFormat::OpenMetrics)
        m_text += "# EOF\n";
    return std::exchange(m_text, {});
}

} // namespace lockstep
