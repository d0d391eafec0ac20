// The program on a system whose language writes 0,5 and sorts "a" before "B".

#include "app/terminal/language.h"
#include "tests/e2e/commands/programrun.h"
#include "tests/support/patience.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QFileSystemModel>
#include <QLabel>
#include <QLibraryInfo>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr auto german = "de_DE.UTF-8";

const QByteArray scenario = R"(
return {
  id = "numbers", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "half", "first" },
  client = function(p, me)
    redis.call("SET", "half", 0.5)
    redis.call("INCRBYFLOAT", "half", 1 / 4)
    local words = { "a", "B" }
    table.sort(words)
    redis.call("SET", "first", words[1] .. string.format("%.1f", tonumber("2.5")))
  end,
  finally = { function(v, p)
    if v.get("half") ~= tostring(0.75) then return "half is " .. v.get("half") end
    if v.get("first") ~= "B2.5" then return "first is " .. v.get("first") end
    if not ("B" < "a") then return "a comes before B" end
  end },
}
)";

} // namespace

class LocaleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void numbersAndOrderInALab_data();
    void numbersAndOrderInALab();
    void fieldsOfTheWindowHaveAPoint();
    void theDialogsOfQtSpeakTheLanguageOfTheWindow_data();
    void theDialogsOfQtSpeakTheLanguageOfTheWindow();

private:
    [[nodiscard]] QProcessEnvironment germany() const;

    QTemporaryDir m_folder;
};

QProcessEnvironment LocaleTest::germany() const
{
    auto environment = withoutDisplay();
    environment.insert(u"LC_ALL"_s, QString::fromLatin1(german));
    environment.insert(u"LOCPATH"_s, m_folder.path());
    return environment;
}

void LocaleTest::initTestCase()
{
    QProcess localedef;
    localedef.start(u"localedef"_s,
        {u"-i"_s, u"de_DE"_s, u"-f"_s, u"UTF-8"_s, m_folder.filePath(QString::fromLatin1(german))});
    QVERIFY2(localedef.waitForFinished(120'000) && localedef.exitCode() == 0,
        "This test makes a German locale: install the package locales.");
    QProcess printf;
    printf.setProcessEnvironment(germany());
    printf.start(u"/usr/bin/printf"_s, {u"%.1f"_s, u"1"_s});
    QVERIFY(printf.waitForFinished());
    QCOMPARE(printf.readAllStandardOutput(), QByteArray("1,0"));

    QFile file(m_folder.filePath(u"numbers.lua"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(scenario), scenario.size());
}

void LocaleTest::numbersAndOrderInALab_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QByteArray>("words"); // on standard output
    const QString file = m_folder.filePath(u"numbers.lua"_s);
    QTest::addRow("run") << QStringList{u"lab"_s, u"run"_s, file, u"--json"_s}
                         << QByteArray("\"verdict\":\"holds\"");
    QTest::addRow("replay") << QStringList{u"lab"_s, u"replay"_s, file, u"A1 A2 A3"_s, u"--json"_s}
                            << QByteArray("\"command\":\"SET half 0.5\"");
    QTest::addRow("explore") << QStringList{u"lab"_s, u"explore"_s, file, u"--json"_s}
                             << QByteArray("\"verdict\":\"holds\"");
}

void LocaleTest::numbersAndOrderInALab()
{
    QFETCH(QStringList, command);
    QFETCH(QByteArray, words);
    const Outcome outcome = lockstepRun(command, germany());
    QVERIFY2(outcome.status == 0, outcome.err + outcome.out);
    QVERIFY2(outcome.out.contains(words), outcome.out);
}

void LocaleTest::fieldsOfTheWindowHaveAPoint()
{
    QLocale::setDefault(QLocale(QLocale::German)); // as the system sets it
    const Language language(u"en"_s);
    QDoubleSpinBox field;
    field.setValue(0.5);
    QCOMPARE(field.text(), u"0.50"_s);
}

void LocaleTest::theDialogsOfQtSpeakTheLanguageOfTheWindow_data()
{
    QTest::addColumn<QString>("before"); // the language that was chosen before; empty: none
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("ofEachText"); // what each of their texts has
    const QString chinese = u"\\p{Han}"_s;
    const QString english = u"^[^\\p{Han}]+$"_s;
    QTest::newRow("Chinese") << QString() << u"zh_CN"_s << chinese;
    QTest::newRow("English") << QString() << u"en"_s << english;
    QTest::newRow("Chinese after English") << u"en"_s << u"zh_CN"_s << chinese;
    QTest::newRow("English after Chinese") << u"zh_CN"_s << u"en"_s << english;
}

void LocaleTest::theDialogsOfQtSpeakTheLanguageOfTheWindow()
{
    QFETCH(const QString, before);
    QFETCH(const QString, language);
    QFETCH(const QString, ofEachText);
    const QString translations = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    QVERIFY2(QFile::exists(translations + u"/qtbase_zh_CN.qm"_s),
        "Qt's own translations are not there: install the package qt6-translations-l10n.");
    Language chosen(before.isEmpty() ? language : before);
    if (!before.isEmpty())
        chosen.choose(language);
    QStringList texts;
    QFileDialog files;
    files.setOption(QFileDialog::DontUseNativeDialog);
    files.setAcceptMode(QFileDialog::AcceptSave);
    for (const QLabel *label : files.findChildren<QLabel *>())
        texts << label->text();
    for (const QPushButton *button : files.findChildren<QPushButton *>())
        texts << button->text();
    const auto *model = files.findChild<QFileSystemModel *>();
    for (int column = 0; column < model->columnCount(); ++column)
        texts << model->headerData(column, Qt::Horizontal).toString();
    QVERIFY(texts.size() > 6);
    QDialogButtonBox box(QDialogButtonBox::StandardButtons(QDialogButtonBox::Ok
        | QDialogButtonBox::Open | QDialogButtonBox::Save | QDialogButtonBox::Cancel
        | QDialogButtonBox::Close | QDialogButtonBox::Discard | QDialogButtonBox::Apply
        | QDialogButtonBox::Reset | QDialogButtonBox::Help | QDialogButtonBox::SaveAll
        | QDialogButtonBox::Yes | QDialogButtonBox::No | QDialogButtonBox::Abort
        | QDialogButtonBox::Retry | QDialogButtonBox::Ignore));
    for (const QAbstractButton *button : box.buttons())
        texts << button->text();
    for (const QString &text : std::as_const(texts))
        QVERIFY2(text.contains(QRegularExpression(ofEachText)), qPrintable(text));
}

QTEST_MAIN(LocaleTest)
#include "tst_locale.moc"
