#pragma once

// Lists within a sentence, with the punctuation of the program's language: Chinese has commas and
// semicolons of its own, and another comma between names.

#include <QStringList>

namespace lockstep {

// "2 clients, no crash".
QString commaList(const QStringList &parts);
// "A holds x; B waits".
QString clauseList(const QStringList &clauses);
// "A, B, C".
QString nameList(const QStringList &names);
// One after the other: after a full-width stop there is no space.
QString sentenceList(const QStringList &sentences);

} // namespace lockstep
