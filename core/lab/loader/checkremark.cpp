// A check function without a name would be shown as its line number, which says nothing to the
// user. The comment beside it is shown instead. Only whole lines of comment and what follows the
// parameters are looked at, so no text within the program is taken for a comment.

#include "core/lab/loader/checkremark.h"

#include <QList>
#include <QRegularExpression>

namespace lockstep {

namespace {

// The text of a comment that ends with its line; empty for a long one, --[[ … ]].
QString commentIn(const QString &words)
{
    static const QRegularExpression comment(QStringLiteral("^--+(?!\\[=*\\[)\\s*(.*)$"));
    const auto found = comment.match(words.trimmed());
    return found.hasMatch() ? found.captured(1).simplified() : QString();
}

} // namespace

QString remarkOfFunction(const QByteArray &source, int line)
{
    static const QRegularExpression behind(
        QStringLiteral("function\\b[^()]*\\([^()]*\\)\\s*(--.*)$"));
    static const QRegularExpression name(
        QStringLiteral("\\bfunction\\s+(\\w+)\\s*\\(|\\b(\\w+)\\s*=\\s*function\\b"));
    const QList<QByteArray> lines = source.split('\n');
    const auto lineAt = [&](int number) {
        return number > 0 && number <= lines.size() ? QString::fromUtf8(lines.at(number - 1))
                                                    : QString();
    };
    const auto found = behind.match(lineAt(line));
    for (const QString &remark : {commentIn(found.hasMatch() ? found.captured(1) : QString()),
             commentIn(lineAt(line - 1)), commentIn(lineAt(line + 1))}) {
        if (!remark.isEmpty())
            return remark;
    }
    const auto named = name.match(lineAt(line));
    return named.hasMatch() ? named.captured(named.lastCapturedIndex()) : QString();
}

} // namespace lockstep
