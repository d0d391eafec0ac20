#pragma once

#include <QString>

#include <functional>
#include <map>
#include <vector>

namespace lockstep {

// A part of a lesson's text that leads to another lesson or to steps, or does something else when
// it is clicked.
struct LessonLink
{
    qsizetype from = 0;
    qsizetype length = 0;
    QString lesson; // the key of the lesson to show; empty if the link leads to `trace`
    QString trace; // the steps to show, such as "A1 T B1"
    std::function<void()> act = {}; // called in place of both, if it is set
};

// The links in a paragraph, in their order: titles in quotation marks, and traces of at least two
// steps. keys: of the lessons, by their titles in the language of the text.
std::vector<LessonLink> lessonLinks(const QString &text, const std::map<QString, QString> &keys);

} // namespace lockstep
