#pragma once

// Joins parts into lists with the punctuation of the program's language: Chinese has its own commas
// and semicolons, and a different comma between names.

#include <QStringList>

namespace lockstep {

// Makes a list such as "2 clients, no crash".
QString commaList(const QStringList &parts);
// "A holds x; B waits".
QString clauseList(const QStringList &clauses);
// Makes a list of names such as "A, B, C".
QString nameList(const QStringList &names);
// Joins sentences. After a full-width stop there is no space.
QString sentenceList(const QStringList &sentences);

} // namespace lockstep
