#pragma once

#include <QString>

#include <functional>
#include <map>
#include <vector>

namespace lockstep {

// A part of a lesson's text that leads somewhere: to another lesson, or to steps; or does
// something.
struct LessonLink
{
    qsizetype from = 0;
    qsizetype length = 0;
    QString lesson; // its key; empty: trace
    QString trace; // "A1 T B1"
    std::function<void()> act = {}; // in place of both
};

// Those of a paragraph, in its order: titles in quotation marks, and traces of two steps at least.
// keys: of the lessons, by their titles in the language of the text.
std::vector<LessonLink> lessonLinks(const QString &text, const std::map<QString, QString> &keys);

} // namespace lockstep
