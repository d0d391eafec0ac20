// Explores every row of lessonresults.h once more, writes what is found into it, and puts the new
// numbers and traces into the texts of the lessons, in both languages. Takes no arguments; the
// files are those of the source that it was built from. Build again and run tst_lessonresults
// afterwards: the texts are inside the program.
//
// A number in a text is known by the row that had it. Where several rows had it and do not agree
// any more, or where something holds now that was violated, a person has to write: that is printed,
// and the exit status is 1. So is every trace that was replaced, for a story is told around it. A
// trace that still is a smallest way to break its check is left alone.

#include "lessonclaims.h"

#include <QCoreApplication>
#include <QFile>

#include <cstdio>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

const QString source = QStringLiteral(LOCKSTEP_SOURCE);

struct FoundRow
{
    LessonRow before;
    LessonRow now;
    QStringList traces; // by check, the smallest way; empty: none
};

void print(const QString &line)
{
    std::printf("%s\n", qPrintable(line));
    std::fflush(stdout);
}

[[noreturn]] void giveUp(const QString &line)
{
    print(line);
    std::exit(2);
}

QString datasetOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        giveUp(path + u": "_s + file.errorString());
    return QString::fromUtf8(file.readAll());
}

void write(const QString &path, const QString &contents)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(contents.toUtf8()) < 0 || !file.flush())
        giveUp(path + u": "_s + file.errorString());
}

// The same with A for whoever comes first, and so on: lessons tell it like that.
Trace namedByAppearance(Trace trace)
{
    std::map<int, int> names;
    for (TraceStep &step : trace) {
        if (step.kind == TraceStep::Kind::Time || step.kind == TraceStep::Kind::Restart
            || step.kind == TraceStep::Kind::Failover)
            continue;
        const auto [name, isNew] = names.try_emplace(step.client, int(names.size()));
        step.client = name->second;
    }
    return trace;
}

// Clients of different roles cannot stand for one another.
QString traceOf(const LessonRow &row, int check, const Trace &found)
{
    const Trace renamed = namedByAppearance(found);
    const bool isAsSmall = renamed != found && checksBrokenBy(row, renamed).contains(check);
    return traceText(isAsSmall ? renamed : found);
}

FoundRow exploredRow(const LessonResult &result)
{
    FoundRow row;
    row.before = rowOf(result);
    const auto found = explored(scenarioOf(row.before.id), row.before.changes);
    if (!found || found->endedEarly())
        giveUp(row.before.id + u' ' + row.before.changes + u": "_s
            + (found ? u"the exploration ended early"_s : why(found)));
    row.now = rowOf(*found, row.before.changes);
    for (int check = 0; check < int(found->checks.size()); ++check) {
        const auto &way = found->checks[size_t(check)].counterexample;
        row.traces << (way ? traceOf(row.now, check, way->trace) : QString());
    }
    const auto line = [](const LessonRow &each) {
        return each.findings.join(u"; "_s) + u" | "_s + interleavingsOf(each);
    };
    if (row.now != row.before)
        print(row.before.id + u' ' + row.before.changes + u": "_s + line(row.before) + u" -> "_s
            + line(row.now));
    return row;
}

QString lineOf(const LessonRow &row)
{
    const QStringList words{row.id, row.changes, row.findings.join(u"; "_s), interleavingsOf(row)};
    QString line = u"    {\""_s + words.join(u"\", \""_s) + u"\"},"_s;
    if (line.size() > 100) // as clang-format does
        line.replace(line.lastIndexOf(u", \""_s), 2, u",\n        "_s);
    return line + u'\n';
}

void writeRows(const std::vector<FoundRow> &rows)
{
    const QString path = source + u"/tests/server/lab/lessonresults.h"_s;
    const QString before = datasetOf(path);
    const QString beginning = u"lessonResults[] = {\n"_s;
    const qsizetype from = before.indexOf(beginning) + beginning.size();
    const qsizetype until = before.indexOf(u"};\n"_s, from);
    QString lines;
    for (const FoundRow &row : rows)
        lines += lineOf(row.now);
    const QString now = before.left(from) + lines + before.mid(until);
    if (now != before)
        write(path, now);
}

// What the claim becomes: of each row and part that it may have been about.
QStringList successors(const LessonClaim &claim, const std::vector<FoundRow> &rows)
{
    QStringList words;
    const auto trace = claim.kind == LessonClaim::Kind::Way
        ? traceFromText(claim.words.section(u' ', 1))
        : Result<Trace>(Trace());
    const auto environment = std::count_if(trace->begin(), trace->end(),
        [](const TraceStep &step) { return step.kind != TraceStep::Kind::Client; });
    for (const FoundRow &row : rows) {
        for (int part = -1; part < int(row.before.findings.size()); ++part) {
            if (claim.kind != LessonClaim::Kind::Way) {
                if (countOf(row.before, part) == claim.words)
                    words << countOf(row.now, part);
                continue;
            }
            const QString size = part < 0 ? QString() : row.before.findings[part];
            if (size.section(u"by "_s, 1).section(u'/', 0, 0) == QString::number(environment)
                && size.section(u'/', 2) == QString::number(trace->size()))
                words << (row.traces[part].isEmpty()
                        ? QString()
                        : QString::number(row.traces[part].count(u' ') + 1) + u' '
                            + row.traces[part]);
        }
    }
    words.removeDuplicates();
    return words;
}

// Somebody has written it already.
bool isStillSo(const LessonClaim &claim, const std::vector<FoundRow> &rows)
{
    if (claim.kind == LessonClaim::Kind::Way) {
        const auto trace = traceFromText(claim.words.section(u' ', 1));
        return trace && std::any_of(rows.begin(), rows.end(), [&](const FoundRow &row) {
            return !checksBrokenBy(row.now, *trace).isEmpty();
        });
    }
    const auto hadIt = [&](const LessonRow &row) {
        for (int part = -1; part < int(row.findings.size()); ++part) {
            if (countOf(row, part) == claim.words)
                return true;
        }
        return false;
    };
    return std::none_of(
               rows.begin(), rows.end(), [&](const FoundRow &row) { return hadIt(row.before); })
        && std::any_of(
            rows.begin(), rows.end(), [&](const FoundRow &row) { return hadIt(row.now); });
}

// The last paragraph says what a word like A1' in its traces means, with the first of them.
QString explained(QString text, bool isChinese)
{
    static const QRegularExpression english(
        u" [A-Z]~*\\d+' means that [A-Z] goes on: its reply has arrived, or its wait is over\\."_s);
    static const QRegularExpression chinese(
        u"[A-Z]~*\\d+' 表示 [A-Z] 继续：回复已到，或等待结束。"_s);
    text.remove(isChinese ? chinese : english);
    static const QRegularExpression word(u"\\b([A-Z])~*\\d+'"_s);
    const auto first = word.match(text);
    if (!first.hasMatch())
        return text;
    const QString sentence = isChinese
        ? u"%1 表示 %2 继续：回复已到，或等待结束。"_s
        : u" %1 means that %2 goes on: its reply has arrived, or its wait is over."_s;
    return text + sentence.arg(first.captured(0), first.captured(1));
}

// Returns the text with its claims renewed; says what it could not place.
QString renewed(QString text, bool isChinese, const std::vector<FoundRow> &rows, bool *isComplete)
{
    auto claims = claimsOf(text, isChinese);
    std::reverse(claims.begin(), claims.end()); // so that the places before one stay
    for (const LessonClaim &claim : claims) {
        const bool isTrace = claim.kind == LessonClaim::Kind::Way;
        const QStringList words = successors(claim, rows);
        if (words.contains(claim.words) || isStillSo(claim, rows))
            continue;
        const QString where = rows.front().now.id + (isChinese ? u" (zh_CN): "_s : u" (en): "_s);
        const bool isSameForm = words.size() == 1 && !words.front().isEmpty()
            && (isTrace
                || words.front().startsWith(u"all "_s) == claim.words.startsWith(u"all "_s));
        if (!isSameForm) {
            print(where + u"“"_s + textOf(claim, isChinese)
                + u"” has to be written by hand; it may "
                  "be "_s
                + (words.isEmpty() ? u"of no row"_s : words.join(u" or "_s)));
            *isComplete = false;
            continue;
        }
        LessonClaim next = claim;
        next.words = words.front();
        if (isTrace)
            print(where + u"“"_s + textOf(claim, isChinese) + u"” is now “"_s
                + textOf(next, isChinese) + u"”; read the text around it"_s);
        text.replace(claim.at, claim.length, textOf(next, isChinese));
    }
    return explained(std::move(text), isChinese);
}

bool renewLesson(const std::vector<FoundRow> &rows)
{
    const ScenarioPtr scenario = scenarioOf(rows.front().now.id);
    const QString path = source + u"/resources/scenarios/"_s + rows.front().now.id + u".lua"_s;
    const QString before = datasetOf(path);
    QString now = before;
    bool isComplete = true;
    for (const bool isChinese : {false, true}) {
        const QString text =
            isChinese ? scenario->lesson.others.value(u"zh_CN"_s) : scenario->lesson.en;
        const qsizetype at = now.indexOf(text);
        if (at < 0)
            giveUp(path + u" is not the file that this program was built from"_s);
        now.replace(at, text.size(), renewed(text, isChinese, rows, &isComplete));
    }
    if (now != before)
        write(path, now);
    return isComplete;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    std::vector<FoundRow> rows;
    for (const LessonResult &each : lessonResults)
        rows.push_back(exploredRow(each));
    writeRows(rows);
    bool isComplete = true;
    for (auto from = rows.begin(); from != rows.end();) {
        const auto until = std::find_if(
            from, rows.end(), [&](const FoundRow &row) { return row.now.id != from->now.id; });
        isComplete &= renewLesson({from, until});
        from = until;
    }
    print(
        isComplete ? u"Everything is in its place."_s : u"Something has to be written by hand."_s);
    return isComplete ? 0 : 1;
}
