#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

// What `cmake --install` leaves behind, judged by the tools of those who read it.
class tst_install : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theProgramRuns();
    void theMenuEntryIsValidAndLeadsToTheProgram();
    void theDescriptionIsValid();
    void theIconIsAPicture();
    void nothingElseIsInstalled();

private:
    struct Outcome
    {
        int status = -1;
        QByteArray words;
    };
    static Outcome run(const QString &program, const QStringList &arguments,
        const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());
    QString installed(const QString &path) const
    {
        return m_root.path() + QStringLiteral(LOCKSTEP_PREFIX "/") + path;
    }

    QTemporaryDir m_root;
    const QString m_id = QStringLiteral("io.github.lockstep.Lockstep");
};

tst_install::Outcome tst_install::run(
    const QString &program, const QStringList &arguments, const QProcessEnvironment &environment)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(240'000);
    return {ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        ended ? process.readAll() : process.errorString().toUtf8()};
}

void tst_install::initTestCase()
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("DESTDIR"), m_root.path());
    const auto outcome = run(QStringLiteral(LOCKSTEP_CMAKE),
        {QStringLiteral("--install"), QStringLiteral(LOCKSTEP_BUILD)}, environment);
    QVERIFY2(outcome.status == 0, outcome.words.constData());
}

void tst_install::theProgramRuns()
{
    const auto outcome =
        run(installed(QStringLiteral("bin/lockstep")), {QStringLiteral("--version")});
    QVERIFY2(outcome.status == 0, outcome.words.constData());
    QCOMPARE(outcome.words, QByteArray("lockstep " LOCKSTEP_VERSION "\n"));
}

void tst_install::theMenuEntryIsValidAndLeadsToTheProgram()
{
    const auto file = installed(QStringLiteral("share/applications/%1.desktop").arg(m_id));
    QVERIFY(QFile::exists(file));
    const auto outcome = run(QStringLiteral("desktop-file-validate"), {file});
    QVERIFY2(outcome.status == 0 && outcome.words.isEmpty(), outcome.words.constData());
    QSettings entry(file, QSettings::IniFormat);
    entry.beginGroup(QStringLiteral("Desktop Entry"));
    QCOMPARE(entry.value(QStringLiteral("Exec")).toString(), QStringLiteral("lockstep"));
    QCOMPARE(entry.value(QStringLiteral("Icon")).toString(), m_id);
}

void tst_install::theDescriptionIsValid()
{
    const auto file = installed(QStringLiteral("share/metainfo/%1.metainfo.xml").arg(m_id));
    QVERIFY(QFile::exists(file));
    const auto outcome = run(QStringLiteral("appstreamcli"),
        {QStringLiteral("validate"), QStringLiteral("--no-net"), file});
    // From AppStream 1.0 on that is a warning, and this project has no home page.
    constexpr QByteArrayView noHomepage = "url-homepage-missing";
    bool isComplaint = false;
    for (const QByteArray &line : outcome.words.split('\n')) {
        if (!line.startsWith("E:") && !line.startsWith("W:"))
            continue;
        isComplaint = true;
        QVERIFY2(line.endsWith(noHomepage), outcome.words.constData());
    }
    QVERIFY2(outcome.status == 0 || isComplaint, outcome.words.constData());
}

void tst_install::theIconIsAPicture()
{
    const auto file =
        installed(QStringLiteral("share/icons/hicolor/scalable/apps/%1.svg").arg(m_id));
    QVERIFY(QFile::exists(file));
    const auto png = m_root.filePath(QStringLiteral("icon.png"));
    const auto outcome = run(QStringLiteral("rsvg-convert"),
        {QStringLiteral("-w"), QStringLiteral("48"), QStringLiteral("-o"), png, file});
    QVERIFY2(outcome.status == 0, outcome.words.constData());
    const QImage icon(png);
    QFile::remove(png);
    QCOMPARE(icon.size(), QSize(48, 48));
    QCOMPARE(icon.pixelColor(12, 8).rgb(), qRgb(0x2F, 0x5B, 0xEA));
}

void tst_install::nothingElseIsInstalled()
{
    QStringList files;
    QDirIterator all(installed({}), QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext())
        files << QDir(installed({})).relativeFilePath(all.next());
    files.sort();
    const QDir resources(QStringLiteral(LOCKSTEP_SOURCE "/resources"));
    const auto documents = files.filter(QStringLiteral("/doc/"));
    const auto count = [&resources](const QString &folder, const QString &names) {
        return QDir(resources.filePath(folder)).entryList({names}, QDir::Files).size();
    };
    // The licence, the README, and what it leads to.
    QCOMPARE(documents.size(),
        2 + count(QStringLiteral("manual"), QStringLiteral("*.md"))
            + count(QStringLiteral("screenshots"), QStringLiteral("*.png")));
    QCOMPARE(documents.filter(QStringLiteral("resources/manual/watching.md")).size(), 1);
    QVERIFY(files.contains(QStringLiteral("lib/lockstep/liblockstep-clock.so")));
    // What the program prints of itself.
    QStringList printed{QStringLiteral("share/bash-completion/completions/lockstep"),
        QStringLiteral("share/zsh/site-functions/_lockstep"),
        QStringLiteral("share/fish/vendor_completions.d/lockstep.fish")};
    const QDir translations(resources.filePath(QStringLiteral("translations")));
    for (const QString &each : translations.entryList({QStringLiteral("*.ts")}, QDir::Files)) {
        const QString language = QFileInfo(each).baseName().section(u'_', 1);
        printed << (language == QStringLiteral("en")
                ? QStringLiteral("share/man/man1/lockstep.1")
                : QStringLiteral("share/man/%1/man1/lockstep.1").arg(language));
    }
    QVERIFY(printed.contains(QStringLiteral("share/man/zh_CN/man1/lockstep.1")));
    for (const QString &each : std::as_const(printed)) {
        QFile file(installed(each));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(each));
        QVERIFY2(file.readAll().replace("\\-", "-").contains("sentinel-password-file"),
            qPrintable(each));
    }
    QVERIFY(files.contains(QStringLiteral("share/lockstep/grafana/lockstep.json")));
    // The program and its library, the dashboard, the menu entry, the AppStream data and the icon.
    QCOMPARE(files.size() - documents.size(), printed.size() + 6);
}

QTEST_GUILESS_MAIN(tst_install)
#include "tst_install.moc"
