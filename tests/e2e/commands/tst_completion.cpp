#include "tests/e2e/commands/terminal.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

// What lockstep prints of itself, given to those who read it: the shells, and man.
class tst_completion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aWordIsCompleted_data();
    void aWordIsCompleted();
    void aTerminalCompletesIt_data();
    void aTerminalCompletesIt();
    void everyOptionOfTheHelpIsCompleted_data();
    void everyOptionOfTheHelpIsCompleted();
    void manShowsThePage_data();
    void manShowsThePage();

private:
    static QByteArray output(
        const QString &program, const QStringList &arguments, int *status = {});
    QStringList completed(const QString &shell, const QString &line) const;
    QString fileOf(const QString &shell) const
    {
        return m_folder.filePath(shell == u"zsh" ? QStringLiteral("_lockstep") : shell);
    }

    QTemporaryDir m_folder;
};

QByteArray tst_completion::output(const QString &program, const QStringList &arguments, int *status)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(120'000);
    if (status)
        *status = ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return ended ? process.readAll() : process.errorString().toUtf8();
}

void tst_completion::initTestCase()
{
    qputenv("TERM", "dumb"); // which shells put no colours into
    for (const char *shell : {"bash", "zsh", "fish"}) {
        int status = -1;
        const QByteArray script = output(programPath(),
            {QStringLiteral("completion"), QLatin1String(shell), QStringLiteral("--lang"),
                QStringLiteral("en")},
            &status);
        QVERIFY2(status == 0, script.constData());
        QFile file(fileOf(QLatin1String(shell)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(script), script.size());
    }
}

// What the shell would put behind the line, or offer there.
QStringList tst_completion::completed(const QString &shell, const QString &line) const
{
    const QString bash = QStringLiteral("source \"$1\"; COMP_LINE=$2; COMP_POINT=${#2}; _lockstep; "
                                        "printf '%s\\n' \"${COMPREPLY[@]}\"");
    const QString fish = QStringLiteral("source $argv[1]; complete -C $argv[2]");
    const QByteArray words = shell == u"bash"
        ? output(QStringLiteral("bash"),
            {QStringLiteral("--norc"), QStringLiteral("-c"), bash, QStringLiteral("bash"),
                fileOf(shell), line})
        : output(QStringLiteral("fish"),
            {QStringLiteral("-N"), QStringLiteral("-c"), fish, fileOf(shell), line});
    QStringList found;
    for (const QString &each : QString::fromUtf8(words).split(u'\n', Qt::SkipEmptyParts))
        found << each.section(u'\t', 0, 0); // fish says behind it what it is
    found.sort();
    return found;
}

void tst_completion::aWordIsCompleted_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *line, const QString &words) {
        QTest::newRow(line) << QString::fromLatin1(line) << words.split(u' ', Qt::SkipEmptyParts);
    };
    row("lockstep w", QStringLiteral("watch"));
    row("lockstep lab ", QStringLiteral("check explore list replay run"));
    row("lockstep profiles ", QStringLiteral("add edit export import list remove show"));
    row("lockstep profiles add x --environment st", QStringLiteral("staging"));
    row("lockstep lab r", QStringLiteral("replay run"));
    row("lockstep lab explore lock-lease-e", QStringLiteral("lock-lease-expires"));
    row("lockstep lab explore lock-lease-expires online-dr", QStringLiteral("online-drift"));
    row("lockstep lab check --exercise stock-read", QStringLiteral("stock-read-then-write"));
    row("lockstep shot ser", QStringLiteral("server"));
    row("lockstep shot rec", QStringLiteral("recording:"));
    row("lockstep watch --fam", QStringLiteral("--family"));
    row("lockstep watch --family ", QStringLiteral("bucket counter lock"));
    row("lockstep watch --top 3 --family c", QStringLiteral("counter"));
    row("lockstep --theme ", QStringLiteral("dark light system"));
    row("lockstep --lang zh", QStringLiteral("zh_CN"));
    row("lockstep watch --rules /etc/hostn", QStringLiteral("/etc/hostname"));
    row("lockstep watch --uri ", {}); // which nobody can know
    row("lockstep watch --key /etc/hostn", QStringLiteral("/etc/hostname")); // a certificate's
    row("lockstep unlock --key /etc/hostn", {}); // the lock
    row("lockstep completion f", QStringLiteral("fish"));
    row("lockstep help unl", QStringLiteral("unlock"));
}

void tst_completion::aWordIsCompleted()
{
    QFETCH(QString, line);
    QFETCH(QStringList, words);
    for (const char *shell : {"bash", "fish"})
        QCOMPARE(completed(QLatin1String(shell), line), words);
}

void tst_completion::aTerminalCompletesIt_data()
{
    QTest::addColumn<QByteArrayList>("shell");
    QTest::addColumn<QByteArray>("beginning");
    const QByteArray folder = m_folder.path().toLocal8Bit();
    QTest::newRow("bash") << QByteArrayList{"bash", "--norc", "--noprofile", "-i"}
                          << "source " + folder + "/bash";
    QTest::newRow("zsh") << QByteArrayList{"zsh", "-f", "-i"}
                         << "fpath=(" + folder + " $fpath); autoload -U compinit; compinit -u -D";
}

// As somebody types; zsh completes in no other way. Bash splits words at colons and equals signs.
void tst_completion::aTerminalCompletesIt()
{
    QFETCH(QByteArrayList, shell);
    QFETCH(QByteArray, beginning);
    Terminal terminal(shell.mid(1), {}, shell.first());
    // In two pieces, so that the word is only shown whole by the shell that has come there.
    terminal.type(beginning + "; echo rea''dy\n");
    QTRY_VERIFY2_WITH_TIMEOUT(
        terminal.shown().contains("ready"), terminal.shown().constData(), 120'000);
    const auto type = [&](const QByteArray &line, const QByteArray &becomes) {
        const auto before = terminal.shown().size();
        terminal.type(line + '\t');
        QTRY_VERIFY2(terminal.shown().mid(before).contains(becomes),
            terminal.shown().mid(before).constData());
        terminal.type("\x15"); // takes the line away
    };
    type("lockstep unl", "lockstep unlock");
    type("lockstep lab expl", "lockstep lab explore");
    type("lockstep shot lab:stock-read", "lab:stock-read-then-write");
    type("lockstep watch --family=b", "--family=bucket");
    type("lockstep lab replay stock-read", "stock-read-then-write");
}

void tst_completion::everyOptionOfTheHelpIsCompleted_data()
{
    QTest::addColumn<QString>("command");
    for (const char *command :
        {"", "watch", "lab list", "lab run", "lab explore", "lab replay", "lab check", "acl",
            "unlock", "profiles list", "profiles show", "profiles add", "profiles edit",
            "profiles remove", "profiles import", "profiles export", "completion", "man"})
        QTest::newRow(*command ? command : "the window") << QString::fromLatin1(command);
}

void tst_completion::everyOptionOfTheHelpIsCompleted()
{
    QFETCH(QString, command);
    const QStringList name = command.split(u' ', Qt::SkipEmptyParts);
    const QString help =
        QString::fromUtf8(output(programPath(), QStringList{QStringLiteral("help")} + name));
    static const QRegularExpression option(
        QStringLiteral("^  (--[a-z0-9-]+)"), QRegularExpression::MultilineOption);
    QStringList options{QStringLiteral("--help")};
    for (auto match = option.globalMatch(help); match.hasNext();)
        options << match.next().captured(1);
    options.sort();
    QVERIFY2(options.size() > 1, qPrintable(help));
    if (!command.isEmpty()) // it is the help of this command
        QVERIFY2(help.startsWith(QStringLiteral("lockstep ") + command), qPrintable(help));
    for (const char *shell : {"bash", "fish"})
        QCOMPARE(completed(QLatin1String(shell),
                     (QStringList{QStringLiteral("lockstep")} + name).join(u' ')
                         + QStringLiteral(" --")),
            options);
}

void tst_completion::manShowsThePage_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("option");
    QTest::newRow("en") << QStringLiteral("en")
                        << QStringLiteral("only the first N rows of each table");
    QTest::newRow("zh_CN") << QStringLiteral("zh_CN") << QStringLiteral("退出状态");
}

void tst_completion::manShowsThePage()
{
    QFETCH(QString, language);
    QFETCH(QString, option);
    const QString page = m_folder.filePath(QStringLiteral("lockstep.1"));
    QFile file(page);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(output(programPath(), {QStringLiteral("man"), QStringLiteral("--lang"), language}));
    file.close();
    int status = -1;
    const QString shown = QString::fromUtf8(output(QStringLiteral("env"),
        {QStringLiteral("MANWIDTH=400"), QStringLiteral("man"), QStringLiteral("--warnings"),
            QStringLiteral("-E"), QStringLiteral("UTF-8"), QStringLiteral("-P"),
            QStringLiteral("cat"), QStringLiteral("-l"), page},
        &status));
    QVERIFY2(status == 0, qPrintable(shown));
    QVERIFY2(!shown.contains(QStringLiteral("warning:")), qPrintable(shown));
    const QString words =
        QString(shown).replace(QRegularExpression(QStringLiteral("\\s+")), QStringLiteral(" "));
    for (const QString &part : {option, QStringLiteral("lockstep lab replay ID [TRACE] [options]"),
             QStringLiteral("lockstep lab replay stock-read-then-write \"A1 B1 B2 A2\""),
             QStringLiteral("--sentinel-password-file FILE"), QStringLiteral("REDISCLI_AUTH")})
        QVERIFY2(words.contains(part), qPrintable(part));
}

QTEST_GUILESS_MAIN(tst_completion)
#include "tst_completion.moc"
