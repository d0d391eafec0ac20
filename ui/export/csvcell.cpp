// Escapes cells for CSV and the clipboard. Keys and holders are foreign text, and spreadsheets
// execute cells that begin like a formula, so such cells get an apostrophe in front. Numbers come
// from us and stay numbers, also negative ones.

#include "ui/export/csvcell.h"

#include <algorithm>

namespace lockstep {

namespace {

bool startsAFormula(const QString &cell)
{
    return !cell.isEmpty() && QStringLiteral("=+-@\t\r").contains(cell.front());
}

} // namespace

QString csvCell(const QString &text)
{
    QString cell = text;
    cell.replace(QChar(0), QLatin1String("\\x00"));
    if (startsAFormula(cell))
        cell.prepend(QLatin1Char('\''));
    const bool quoted = std::any_of(
        cell.begin(), cell.end(), [](QChar c) { return QStringLiteral(",;\t\"\n\r").contains(c); });
    if (!quoted)
        return cell;
    cell.replace(QLatin1String("\""), QLatin1String("\"\""));
    return QLatin1Char('"') + cell + QLatin1Char('"');
}

QString tsvCell(const QString &text)
{
    QString cell = text;
    for (const char separator : {'\t', '\n', '\r'})
        cell.replace(QLatin1Char(separator), QLatin1Char(' '));
    bool isNumber = false;
    text.toDouble(&isNumber);
    return startsAFormula(text) && !isNumber ? QLatin1Char('\'') + cell : cell;
}

} // namespace lockstep
