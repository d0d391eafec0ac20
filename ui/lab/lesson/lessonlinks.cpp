#include "ui/lab/lesson/lessonlinks.h"

#include "core/lab/statespace/state/trace.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

void addTitles(
    const QString &text, const std::map<QString, QString> &keys, std::vector<LessonLink> *links)
{
    static const QRegularExpression quoted(QStringLiteral("[\"“]([^\"“”]+)[\"”]"));
    auto found = quoted.globalMatch(text);
    while (found.hasNext()) {
        const QRegularExpressionMatch match = found.next();
        if (const auto key = keys.find(match.captured(1)); key != keys.end())
            links->push_back({match.capturedStart(1), match.capturedLength(1), key->second, {}});
    }
}

// Adds a link for each trace: at least two steps with one space between them. A single step is not
// a link, because lessons often just mention one.
void addTraces(const QString &text, std::vector<LessonLink> *links)
{
    static const QRegularExpression steps(QStringLiteral(
        "(?<![\\w'])(?:[A-Z]{1,3}~*[0-9]+(?:'|=[0-9]+)?|[XPULN]\\([A-Z0-9~]+\\)|[TF])"
        "(?: (?:[A-Z]{1,3}~*[0-9]+(?:'|=[0-9]+)?|[XPULN]\\([A-Z0-9~]+\\)|[TF]))+(?![\\w'])"));
    auto found = steps.globalMatch(text);
    while (found.hasNext()) {
        const QRegularExpressionMatch match = found.next();
        if (traceFromText(match.captured()))
            links->push_back({match.capturedStart(), match.capturedLength(), {}, match.captured()});
    }
}

} // namespace

std::vector<LessonLink> lessonLinks(const QString &text, const std::map<QString, QString> &keys)
{
    std::vector<LessonLink> links;
    addTitles(text, keys, &links);
    addTraces(text, &links);
    std::sort(links.begin(), links.end(),
        [](const LessonLink &a, const LessonLink &b) { return a.from < b.from; });
    return links;
}

} // namespace lockstep
