#include "core/watch/values/words.h"

#include <QByteArray>

namespace lockstep {

namespace {

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

} // namespace

bool hasWord(QByteArrayView name, const QSet<QByteArray> &words)
{
    qsizetype at = 0;
    while (at < name.size()) {
        qsizetype end = at;
        while (end < name.size() && (isLower(name[end]) || isUpper(name[end]))
            && !(end > at && isUpper(name[end]) && isLower(name[end - 1])))
            ++end;
        if (end > at && end - at <= 24
            && words.contains(name.sliced(at, end - at).toByteArray().toLower()))
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

} // namespace lockstep
