#include "ui/text/listwords.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class ListWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ListWords)
};

} // namespace

QString commaList(const QStringList &parts)
{
    return parts.join(ListWords::tr(", ", "between parts of a sentence"));
}

QString clauseList(const QStringList &clauses)
{
    return clauses.join(ListWords::tr("; ", "between clauses of a sentence"));
}

QString nameList(const QStringList &names)
{
    return names.join(ListWords::tr(", ", "between names"));
}

QString sentenceList(const QStringList &sentences)
{
    constexpr QChar fullWidthStop(0x3002);
    QString all;
    for (const QString &each : sentences) {
        if (!all.isEmpty() && !all.endsWith(fullWidthStop))
            all += u' ';
        all += each;
    }
    return all;
}

} // namespace lockstep
