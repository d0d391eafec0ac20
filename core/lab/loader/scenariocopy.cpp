#include "core/lab/loader/scenariocopy.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

// Puts the suffix into every language of title = { en = "…", zh_CN = "…" }.
void renameTitle(QString *text, const LocalText &titleSuffix)
{
    static const QRegularExpression begin(QStringLiteral("\\btitle\\s*=\\s*\\{"));
    static const QRegularExpression entry(
        QStringLiteral(R"re([\s,]*(\w+)\s*=\s*"((?:[^"\\]|\\.)*)("))re"));
    const auto title = begin.match(*text);
    qsizetype from = title.capturedEnd();
    while (title.hasMatch()) {
        const auto language = entry.match(*text, from, QRegularExpression::NormalMatch,
            QRegularExpression::AnchorAtOffsetMatchOption);
        if (!language.hasMatch())
            return;
        const QString &suffix = titleSuffix.in(language.captured(1));
        text->insert(language.capturedStart(3), suffix);
        from = language.capturedEnd() + suffix.size();
    }
}

} // namespace

QByteArray CopyNumber::id() const
{
    return original + (number > 1 ? "-mine-" + QByteArray::number(number) : QByteArray("-mine"));
}

QByteArray copyOfScenario(const Scenario &original, int number, const LocalText &titleSuffix)
{
    QString text = QString::fromUtf8(original.source);
    const QString id = QString::fromUtf8(CopyNumber{original.id, number}.id());
    static const QRegularExpression field(
        QStringLiteral(R"re((?m)^([ \t]*)id(\s*=\s*)"([^"]*)",?)re"));
    if (const auto found = field.match(text); found.hasMatch())
        text.replace(found.capturedStart(), found.capturedLength(),
            QStringLiteral("%1id%2\"%3\",\n%1copy_of = \"%4\",")
                .arg(found.captured(1), found.captured(2), id, QString::fromUtf8(original.id)));
    renameTitle(&text, titleSuffix);
    // The exercise is removed from a copy: hints are revealed one by one, and a submission is
    // graded by the original's checks.
    static const QRegularExpression exercise(
        QStringLiteral(R"re((?ms)^([ \t]*)exercise\s*=\s*\{\n.*?^\1\},?\n)re"));
    text.remove(exercise);
    return text.toUtf8();
}

std::optional<CopyNumber> copyNumberOf(const QByteArray &text)
{
    static const QRegularExpression field(
        QStringLiteral(R"re((?m)^[ \t]*copy_of\s*=\s*"([a-z0-9-]+)")re"));
    static const QRegularExpression id(
        QStringLiteral(R"re((?m)^[ \t]*id\s*=\s*"[a-z0-9-]+-mine-(\d{1,6})")re"));
    const QString words = QString::fromUtf8(text);
    const auto found = field.match(words);
    if (!found.hasMatch())
        return std::nullopt;
    const int number = id.match(words).captured(1).toInt();
    return CopyNumber{found.captured(1).toUtf8(), std::max(1, number)};
}

} // namespace lockstep
