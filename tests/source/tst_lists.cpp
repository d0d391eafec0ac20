// Lists that have to stand in two places: what the program has, and what the manual tells of
// it; an enumeration, and the enumerator that code takes for its last one.

#include "core/lab/loader/scenariofile.h"
#include "core/lab/scenario/checkkinds.h"
#include "core/lab/statespace/steps/unexplored.h"
#include "core/lab/wire/commandrefusal.h"
#include "core/watch/snapshot/jsonids.h"
#include "ui/text/languages.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

QString textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList sources()
{
    QStringList paths;
    for (const auto &folder : {u"core"_s, u"ui"_s, u"app"_s, u"tests"_s}) {
        QDirIterator it(QStringLiteral(LOCKSTEP_SOURCE "/") + folder, {u"*.h"_s, u"*.cpp"_s},
            QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            paths << it.next();
    }
    return paths;
}

// What users read: the top README and the pages that it lists.
QString manual()
{
    QString text = textOf(QStringLiteral(LOCKSTEP_SOURCE "/README.md"));
    QDirIterator pages(QStringLiteral(LOCKSTEP_SOURCE "/resources/manual"), {u"*.md"_s});
    while (pages.hasNext())
        text += u'\n' + textOf(pages.next());
    return text;
}

// The words in back quotes in the first cells of the manual's table with this heading.
QString firstCells(const QString &heading)
{
    const QString table = manual().section(u'\n' + heading, 1).section(u"\n\n"_s, 0, 0);
    QString cells;
    for (const QString &row : table.split(u'\n'))
        cells += row.section(u'|', 1, 1) + u'\n';
    return cells;
}

// What the first parentheses hold of each occurrence of the pattern.
QStringList captured(const QString &text, const QString &pattern)
{
    QStringList all;
    for (auto each = QRegularExpression(pattern).globalMatch(text); each.hasNext();)
        all << each.next().captured(1);
    return all;
}

} // namespace

class TestLists : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theManualHasEveryCheck();
    void theManualHasEveryFunctionOfPrograms();
    void theManualHasTheCommandsThatAreRefused();
    void theManualHasEveryNameOfWhatIsNotExplored();
    void theManualHasEveryWordOfFreeRuns();
    void theManualHasEveryEventOfTheJournal();
    void theManualHasEveryProblem();
    void theManualHasEveryCommand();
    void theManualHasEveryColumnOfTheJournal();
    void everyLanguageHasItsTranslation();
    void whatIsTakenForTheLastEnumeratorIsTheLast();
};

void TestLists::theManualHasEveryCheck()
{
    const QString cells = firstCells(u"| what must hold |"_s);
    for (const CheckKind &each : allCheckKinds)
        QVERIFY2(cells.contains(u'`' + QLatin1String(each.name) + u'('), each.name);
}

void TestLists::theManualHasEveryFunctionOfPrograms()
{
    const QString language =
        textOf(QStringLiteral(LOCKSTEP_SOURCE "/resources/manual/scenarios.md"));
    QStringList names;
    for (const QString &path : sources()) {
        if (path.contains(u"/core/lab/program/"_s) && path.endsWith(u"api.cpp"_s))
            names += captured(textOf(path), u"\\{\"(\\w+)\", \\w+\\}"_s);
    }
    QVERIFY(names.contains(u"await_gone"_s));
    for (const QString &name : std::as_const(names))
        QVERIFY2(
            language.contains(QRegularExpression(u"\\b"_s + name + u"\\("_s)), qPrintable(name));
}

// And no others. What is refused for an option of it, or for what a server says of it, stands in
// lines of their own.
void TestLists::theManualHasTheCommandsThatAreRefused()
{
    const QString list = manual()
                             .section(u"Refused, with the reason, is a command that\n\n"_s, 1)
                             .section(u"\n\n"_s, 0, 0);
    QStringList listed;
    for (const QString &line : list.split(u'\n')) {
        if (!line.startsWith(u"- does one of these"_s))
            listed += captured(line, u"`([A-Z_]+)`"_s);
    }
    QStringList refused;
    for (const std::string_view each : commandsRefusedByName())
        refused << QString::fromLatin1(each.data(), qsizetype(each.size()));
    listed.sort();
    refused.sort();
    QCOMPARE(listed, refused);
}

void TestLists::theManualHasEveryNameOfWhatIsNotExplored()
{
    const QString text = manual();
    for (const UnexploredName &each : allUnexplored)
        QVERIFY2(text.contains(u"Named `"_s + QLatin1String(each.name) + u'`'), each.name);
    const QStringList numbers{u"nine"_s, u"ten"_s, u"eleven"_s, u"twelve"_s, u"thirteen"_s};
    const QString number = numbers.value(int(allUnexplored.size()) - 9);
    QVERIFY2(
        text.contains(u"The verdict names the first %1 where"_s.arg(number)), qPrintable(number));
}

void TestLists::theManualHasEveryWordOfFreeRuns()
{
    const auto scenario = scenarioFromText(
        "return { id = 'a', family = 'lock', title = { en = 'a' }, lesson = { en = 'a' }, "
        "keys = { 'a' }, free = { nonsense = 1 }, client = function() end }",
        u"a.lua"_s);
    QVERIFY(!scenario);
    const QString detail = scenario.error().detail;
    const QStringList words = detail.section(u"there are "_s, 1).split(u", "_s);
    QVERIFY2(words.contains(u"repeats"_s), qPrintable(detail));
    const QString text = manual();
    const QString row = text.section(u"\n| `free` |"_s, 1).section(u'\n', 0, 0);
    for (const QString &word : words)
        QVERIFY2(row.contains(u'`' + word) || text.contains(u"`free."_s + word + u'`'),
            qPrintable(word));
}

void TestLists::theManualHasEveryEventOfTheJournal()
{
    const QString cells = firstCells(u"| event | means |"_s);
    for (const JournalEntry::Kind kind : allJournalKinds)
        QVERIFY2(
            cells.contains(u'`' + journalKindId(kind) + u'`'), qPrintable(journalKindId(kind)));
}

void TestLists::theManualHasEveryProblem()
{
    const QString cells = firstCells(u"| problem | means |"_s);
    for (const ProblemKind kind : allProblemKinds)
        QVERIFY2(cells.contains(u'`' + problemId(kind) + u'`'), qPrintable(problemId(kind)));
}

void TestLists::theManualHasEveryCommand()
{
    const QString text = manual();
    const QStringList commands =
        captured(textOf(QStringLiteral(LOCKSTEP_SOURCE "/app/arguments/commandlist.cpp")),
            u"CommandEntry\\{\"([a-z ]+)\""_s);
    QVERIFY(commands.contains(u"watch"_s));
    for (const QString &command : commands)
        QVERIFY2(text.contains(u"lockstep "_s + command), qPrintable(command));
}

void TestLists::theManualHasEveryColumnOfTheJournal()
{
    const QString source = textOf(QStringLiteral(LOCKSTEP_SOURCE "/ui/export/journalexport.cpp"));
    const QStringList columns =
        captured(source.section(u"journalColumns{"_s, 1).section(u'}', 0, 0), u"\"(\\w+)\""_s);
    QVERIFY(columns.contains(u"holder"_s));
    const QString text = manual();
    QVERIFY(text.contains(u"CSV with the columns `"_s + columns.join(u"`, `"_s) + u'`'));
}

void TestLists::everyLanguageHasItsTranslation()
{
    QStringList files;
    for (const QString &code : languageCodes())
        files << QStringLiteral("lockstep_%1.ts").arg(code);
    files.sort(); // the order of the languages is that of the menu
    const QDir folder(QStringLiteral(LOCKSTEP_SOURCE "/resources/translations"));
    QCOMPARE(folder.entryList({u"*.ts"_s}, QDir::Files, QDir::Name), files);
}

// Tables in the order of an enumeration are compared with how many enumerators it has, which its
// last one tells: one that is added behind it would be read beyond the table's end.
void TestLists::whatIsTakenForTheLastEnumeratorIsTheLast()
{
    static const QRegularExpression use(
        u"\\b(?:(\\w+)::)?(\\w+)::(\\w+)\\)(?: \\+ 1\\b|, \"\\3 is the last|\\s*< 8\\))"_s);
    QMap<QString, QString> texts;
    for (const QString &path : sources())
        texts[path] = textOf(path);
    int found = 0;
    for (const QString &text : std::as_const(texts)) {
        for (auto each = use.globalMatch(text); each.hasNext();) {
            const auto match = each.next();
            const QString owner = match.captured(1);
            const bool isMember = !owner.isEmpty() && owner != u"lockstep" && owner != u"std";
            const QRegularExpression enumeration(
                (isMember ? u"\\b(?:struct|class) "_s + owner + u"\\b[^;]*?\\{[\\s\\S]*?"_s
                          : QString())
                + u"\\benum class "_s + match.captured(2) + u"\\b[^{;]*\\{([^}]*)\\}"_s);
            QString body;
            for (auto file = texts.cbegin(); file != texts.cend() && body.isEmpty(); ++file) {
                if (file.key().endsWith(u".h"_s))
                    body = enumeration.match(*file).captured(1);
            }
            if (body.isEmpty())
                continue; // a number plus one, and no enumerator
            body.remove(QRegularExpression(u"//[^\\n]*"_s));
            const QStringList names = captured(body, u"\\b([A-Z]\\w*)\\b\\s*(?:=[^,]*)?(?:,|$)"_s);
            QVERIFY2(!names.isEmpty() && names.constLast() == match.captured(3),
                qPrintable(match.captured(0)));
            ++found;
        }
    }
    QVERIFY2(found >= 5, qPrintable(QString::number(found)));
}

QTEST_GUILESS_MAIN(TestLists)
#include "tst_lists.moc"
