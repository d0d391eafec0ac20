#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

// app → ui → core; inside core everything may use redis, the demo shop the primitives, releasing
// the primitives and what the watch recognises, and nothing else knows another. Within that, the
// folders stand in one order, and each includes only what stands before it: whoever reads them from
// the top meets nothing that he has not met. Link scopes hold some of this; an include of a header
// alone they do not see.

namespace {

struct Rule
{
    const char *name;
    const char *folder;
    const char *forbidden; // regular expression over what stands in an #include
    const char *except = nullptr; // regular expression over the file's path
};

const Rule rules[] = {
    {"core knows no window", "core",
        "^(ui|app|tests)/|^Q(Widget|Application|Painter|Pixmap|Image|Color|Icon)"},
    {"redis knows nobody", "core/redis", "^core/(?!redis/)"},
    {"the primitives know redis", "core/coordination", "^core/(?!redis/|coordination/)"},
    {"watching knows redis", "core/watch", "^core/(?!redis/|watch/)"},
    {"the lab knows redis", "core/lab", "^core/(?!redis/|lab/)"},
    {"releasing knows the primitives and what the watch recognises", "core/release",
        "^core/(?!redis/|coordination/|watch/|release/)"},
    {"the shop knows the primitives", "core/demo", "^core/(?!redis/|coordination/|demo/)"},
    {"ui knows no executable", "ui", "^(app|tests)/"},
    {"ui touches no socket", "ui",
        "^Q\\w*Socket|^QNetwork|^core/redis/"
        "(?!values/(endpoint|endpointuri|error|errorclasses|bytestext|readfile)\\.h|identity/"
        "(productionservers|serveridentity|serversummary|settingsturn)\\.h|profiles/profile\\.h)|"
        "^core/lab/(freerun/rounds/freerunsession|program/program)\\.h|hiredis|^uv\\.h|^lua"},
    {"the Lab page knows nothing of watching", "ui/lab", "^(core|ui)/(watch|watchtext|release)/"},
    {"the Watch page knows nothing of the lab", "ui/watch", "^(core|ui)/lab/"},
    {"app speaks no protocol", "app", "hiredis|^uv\\.h|^lua"},
    {"QCustomPlot has one door", "ui", "^qcustomplot\\.h", "ui/plot/customplot\\.h$"},
    {"Lua stays in the lab", "core", "^lua", "core/lab/"},
    {"libuv stays in the lab", "core", "^uv\\.h", "core/lab/"},
};

// Ground first.
const char *const folders[] = {
    "core/redis/values",
    "core/redis/threads",
    "core/redis/transport",
    "core/redis/privateserver",
    "core/redis/connection",
    "core/redis/identity",
    "core/redis/profiles",
    "core/redis/secrets",
    "core/coordination/counts",
    "core/coordination/locks",
    "core/coordination/redlock",
    "core/coordination/takeover",
    "core/watch/values",
    "core/watch/readers",
    "core/watch/formats",
    "core/watch/items",
    "core/watch/alerts",
    "core/watch/snapshot",
    "core/watch/store",
    "core/watch/metrics",
    "core/watch/link",
    "core/watch/reading",
    "core/watch/discovery",
    "core/watch/session",
    "core/watch/recorder/rows",
    "core/watch/recorder/histories",
    "core/watch/recorder",
    "core/release",
    "core/lab/lua",
    "core/lab/wire",
    "core/lab/scenario",
    "core/lab/program",
    "core/lab/loader",
    "core/lab/history",
    "core/lab/checks",
    "core/lab/order",
    "core/lab/freerun/net",
    "core/lab/freerun/clients",
    "core/lab/freerun/rounds",
    "core/lab/node",
    "core/lab/process",
    "core/lab/statespace/state",
    "core/lab/statespace/steps",
    "core/lab/statespace",
    "core/lab/explore",
    "core/lab/exercise",
    "core/lab/step",
    "core/lab/counterexample",
    "core/lab/json",
    "core/demo/traffic",
    "core/demo",
    "ui/text",
    "ui/widgets",
    "ui/focus",
    "ui/watchtext",
    "ui/connect",
    "ui/export",
    "ui/plot/curves",
    "ui/plot",
    "ui/server",
    "ui/watch/rules",
    "ui/watch/rows",
    "ui/watch/journal",
    "ui/watch/tables",
    "ui/watch/problems",
    "ui/watch/alerts",
    "ui/watch/summary",
    "ui/watch/page",
    "ui/watch/details",
    "ui/lab/words",
    "ui/lab/tracks",
    "ui/lab/table",
    "ui/lab/verdict",
    "ui/lab/settings",
    "ui/lab/drawing",
    "ui/lab/lanes",
    "ui/lab/timeline",
    "ui/lab/program",
    "ui/lab/scenarios",
    "ui/lab/lesson",
    "ui/lab/explore",
    "ui/lab/run",
    "ui/lab/step",
    "ui/lab/page",
    "ui/replay",
    "ui/window",
    "app/terminal",
    "app/metrics",
    "app/arguments",
    "app/profiles",
    "app/commands",
    "app/watch",
    "app/history",
    "app/lab",
    "app/recording",
    "app/window",
    "app/shot",
    "app",
};
constexpr int mostSources = 30; // of a folder: more than that nobody takes in at a glance

} // namespace

class TestLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void includesStayInTheirLayer_data();
    void includesStayInTheirLayer();
    void aFolderIncludesOnlyWhatStandsBeforeIt();
    void noFolderIsLarge();
    void coreSpeaksNoLanguage();
    void noNameIsOfTwoTypes();
    void aSourceWithoutAHeaderSaysWhoseItIs();

private:
    static QStringList sourcesIn(const QString &folder)
    {
        QStringList files;
        QDirIterator it(QStringLiteral(LOCKSTEP_SOURCE "/") + folder,
            {QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files,
            QDirIterator::Subdirectories);
        while (it.hasNext())
            files << it.next();
        return files;
    }
    static QStringList includesIn(const QString &path)
    {
        static const QRegularExpression include(
            QStringLiteral("^#include [<\"]([^>\"]+)[>\"]"), QRegularExpression::MultilineOption);
        QStringList names;
        auto matches = include.globalMatch(textOf(path));
        while (matches.hasNext())
            names << matches.next().captured(1);
        return names;
    }
    // Relative to the project, as in an #include.
    static QString folderOf(const QString &path) { return path.left(path.lastIndexOf(u'/')); }
    static QStringList sourcesOfAll()
    {
        QStringList files;
        for (const char *const top : {"core", "ui", "app"})
            files << sourcesIn(QString::fromLatin1(top));
        files.replaceInStrings(QStringLiteral(LOCKSTEP_SOURCE "/"), QString());
        return files;
    }
    static QString textOf(const QString &path)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(path));
        return QString::fromUtf8(file.readAll());
    }
};

void TestLayers::includesStayInTheirLayer_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("forbidden");
    QTest::addColumn<QString>("except");
    for (const Rule &rule : rules)
        QTest::newRow(rule.name) << QString::fromLatin1(rule.folder)
                                 << QString::fromLatin1(rule.forbidden)
                                 << QString::fromLatin1(rule.except ? rule.except : "^$");
}

void TestLayers::includesStayInTheirLayer()
{
    QFETCH(QString, folder);
    QFETCH(QString, forbidden);
    QFETCH(QString, except);
    const QRegularExpression bad(forbidden);
    const QRegularExpression allowed(except);
    const QStringList files = sourcesIn(folder);
    QVERIFY(!files.isEmpty());
    int includes = 0;
    for (const QString &path : files) {
        if (allowed.match(path).hasMatch())
            continue;
        for (const QString &name : includesIn(path)) {
            ++includes;
            QVERIFY2(!bad.match(name).hasMatch(),
                qPrintable(QStringLiteral("%1 includes %2").arg(path, name)));
        }
    }
    QVERIFY(includes > 0);
}

void TestLayers::aFolderIncludesOnlyWhatStandsBeforeIt()
{
    QHash<QString, int> place;
    for (const char *const folder : folders)
        place.insert(QString::fromLatin1(folder), place.size());
    int includes = 0;
    for (const QString &path : sourcesOfAll()) {
        const QString folder = folderOf(path);
        QVERIFY2(place.contains(folder),
            qPrintable(QStringLiteral("%1 has no place in the order").arg(folder)));
        for (const QString &name : includesIn(QStringLiteral(LOCKSTEP_SOURCE "/") + path)) {
            if (!place.contains(folderOf(name)))
                continue;
            ++includes;
            QVERIFY2(place[folderOf(name)] <= place[folder],
                qPrintable(QStringLiteral("%1 includes %2").arg(path, name)));
        }
    }
    QVERIFY(includes > 1000);
}

void TestLayers::noFolderIsLarge()
{
    QHash<QString, int> sources;
    for (const QString &path : sourcesOfAll())
        ++sources[folderOf(path)];
    for (const char *const folder : folders) {
        const int count = sources.take(QString::fromLatin1(folder));
        QVERIFY2(count > 0, folder);
        QVERIFY2(count <= mostSources,
            qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(folder)).arg(count)));
    }
}

// The texts of core are in English and translated by CoreText::tr(), so that another language needs
// no change of core. There the code of one stands only in what is said of texts that bring their
// own languages. A unity build finds CoreText also where its header is missing, but lupdate does
// not.
void TestLayers::coreSpeaksNoLanguage()
{
    const QRegularExpression ofOneLanguage(QStringLiteral(
        "(?<!\\bCoreText::)\\btr\\(\"|\\btranslate\\(\"|"
        "\\bQT_TRANSLATE_NOOP\\(\\s*\"(?!lockstep::CoreText\")|\"zh|"
        "[\\x{2E80}-\\x{A4CF}\\x{AC00}-\\x{D7AF}\\x{F900}-\\x{FAFF}\\x{FF00}-\\x{FFEF}]"));
    const QString header = QStringLiteral("core/redis/values/coretext.h");
    for (const QString &path : sourcesIn(QStringLiteral("core"))) {
        const QString text = textOf(path);
        const auto found = ofOneLanguage.match(text);
        QVERIFY2(!found.hasMatch(), qPrintable(path + QStringLiteral(": ") + found.captured()));
        const bool hasTexts = text.contains(QLatin1String("CoreText"));
        QVERIFY2(!hasTexts || path.endsWith(header) || includesIn(path).contains(header),
            qPrintable(path));
    }
}

// All is in one namespace, and two definitions of one name need not meet in any file: then the
// linker takes one of them for both.
void TestLayers::noNameIsOfTwoTypes()
{
    static const QRegularExpression definition(
        QStringLiteral("^(?:struct|class|union|enum class) (\\w+)(?: final)?(?: :[^;{]*)?\\s*\\{"),
        QRegularExpression::MultilineOption);
    QHash<QString, QString> definedIn;
    for (const QString &path : sourcesOfAll()) {
        if (!path.endsWith(u".h"))
            continue;
        auto found = definition.globalMatch(textOf(QStringLiteral(LOCKSTEP_SOURCE "/") + path));
        while (found.hasNext()) {
            const QString name = found.next().captured(1);
            QVERIFY2(!definedIn.contains(name),
                qPrintable(QStringLiteral("%1: %2 and %3").arg(name, definedIn[name], path)));
            definedIn.insert(name, path);
        }
    }
    QVERIFY(definedIn.size() > 500);
}

// Who opens a source that has no header of its name learns from its first comment what it is part
// of: a header that it includes, or a type or a function of one.
void TestLayers::aSourceWithoutAHeaderSaysWhoseItIs()
{
    static const QRegularExpression comment(QStringLiteral("^(//[^\\n]*\\n)+"));
    static const QRegularExpression word(QStringLiteral("\\w+(?:\\.h\\b|\\(\\))?"));
    static const QString type = QStringLiteral("\\b(?:struct|class|enum class) %1\\b[^;]*\\{");
    const QString top = QStringLiteral(LOCKSTEP_SOURCE "/");
    int sources = 0;
    for (const QString &path : sourcesOfAll()) {
        if (!path.endsWith(u".cpp") || QFile::exists(top + path.chopped(3) + u'h')
            || path == u"app/main.cpp")
            continue;
        QStringList names;
        QString declared;
        for (const QString &name : includesIn(top + path)) {
            if (QFile::exists(top + name)) {
                names << name.section(u'/', -1);
                declared += textOf(top + name);
            }
        }
        if (names.isEmpty())
            continue; // it is a program or a list of its own
        ++sources;
        bool isSaid = false;
        const QString head = comment.match(textOf(top + path)).captured();
        for (auto each = word.globalMatch(head); !isSaid && each.hasNext();) {
            const QString said = each.next().captured();
            if (said.endsWith(u".h"))
                isSaid = names.contains(said);
            else if (said.endsWith(u"()"))
                isSaid = declared.contains(QLatin1Char(' ') + said.chopped(1));
            else if (said.front().isUpper())
                isSaid = declared.contains(QRegularExpression(type.arg(said)));
        }
        QVERIFY2(isSaid, qPrintable(path));
    }
    QVERIFY(sources > 50);
}

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
