#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

// app → ui → core; inside core everything may use redis, and the demo shop the primitives, and
// nothing else knows another. Link scopes hold most of this; an include of a header alone they do
// not see.

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
        "(?!endpoint|error|productionservers|serveridentity)|^core/lab/"
        "(freerun|program)\\.h|hiredis|"
        "^uv\\.h|^lua"},
    {"app speaks no protocol", "app", "hiredis|^uv\\.h|^lua"},
    {"QCustomPlot has one door", "ui", "^qcustomplot\\.h", "ui/plot/customplot\\.h$"},
    {"Lua stays in the lab", "core", "^lua", "core/lab/"},
    {"libuv stays in the lab", "core", "^uv\\.h", "core/lab/"},
};

} // namespace

class TestLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void includesStayInTheirLayer_data();
    void includesStayInTheirLayer();
    void coreSpeaksNoLanguage();

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
    static const QRegularExpression include(
        QStringLiteral("^#include [<\"]([^>\"]+)[>\"]"), QRegularExpression::MultilineOption);
    const QRegularExpression bad(forbidden);
    const QRegularExpression allowed(except);
    const QStringList files = sourcesIn(folder);
    QVERIFY(!files.isEmpty());
    int includes = 0;
    for (const QString &path : files) {
        if (allowed.match(path).hasMatch())
            continue;
        auto matches = include.globalMatch(textOf(path));
        while (matches.hasNext()) {
            const QString name = matches.next().captured(1);
            ++includes;
            QVERIFY2(!bad.match(name).hasMatch(),
                qPrintable(QStringLiteral("%1 includes %2").arg(path, name)));
        }
    }
    QVERIFY(includes > 0);
}

void TestLayers::coreSpeaksNoLanguage()
{
    const QRegularExpression translated(QStringLiteral("\\b(tr|translate|QT_TRANSLATE_NOOP)\\(\""));
    for (const QString &path : sourcesIn(QStringLiteral("core")))
        QVERIFY2(!translated.match(textOf(path)).hasMatch(), qPrintable(path));
}

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
