#include "ui/watch/rules/rulesdialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>

using namespace lockstep;

class TestRuleDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsShownIsWhatWasThere_data();
    void whatIsShownIsWhatWasThere();
    void aRuleIsTypedByKeyboard();
    void badInputGetsASentenceAndTheFocus_data();
    void badInputGetsASentenceAndTheFocus();
    void theLineTellsHowManyKeysMatch();
    void ignoringAsksForNothingElse();
    void rulesAreMovedChangedAndDeletedByKeyboard();
    void nothingIsDoneToRulesThatWereGiven();

private:
    static qsizetype countNone(const Glob &) { return 0; }
    static Rule named(const QByteArray &glob, const QString &name)
    {
        Rule rule;
        rule.glob = Glob(glob);
        rule.name = name;
        return rule;
    }
    template <typename T> static T *child(const QWidget &parent, const char *name)
    {
        return parent.findChild<T *>(QString::fromLatin1(name));
    }
};

void TestRuleDialog::whatIsShownIsWhatWasThere_data()
{
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *name, const char *rule) {
        QTest::newRow(name) << QByteArray("{\"rules\":[") + rule + "]}";
    };
    row("a limit", R"({"glob":"login:*","limit":5,"windowMs":60000})");
    row("an odd window", R"({"glob":"login:*","limit":1000000000000000,"windowMs":1001})");
    row("a century", R"({"glob":"login:*","windowMs":3155760000000})");
    row("a counter", R"({"glob":"seats:*","family":"counter","kind":"sorted set","limit":7})");
    row("presence", R"({"glob":"here","family":"counter","kind":"presence"})");
    row("a lock with a name", R"({"glob":"\\[x]é?","family":"lock","name":"Öl %1 &"})");
    row("metrics, which are not asked for", R"({"glob":"job:*","metrics":true})");
    row("ignored", R"({"glob":"a*","family":"ignore"})");
}

void TestRuleDialog::whatIsShownIsWhatWasThere()
{
    QFETCH(const QByteArray, json);
    const auto rules = rulesFromJson(json, {});
    QVERIFY(rules);
    RuleDialog dialog(rules->rules.front(), RuleField::Keys, &countNone);
    QVERIFY(dialog.rule() == rules->rules.front());
    dialog.open();
    dialog.accept();
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
}

void TestRuleDialog::aRuleIsTypedByKeyboard()
{
    Rule rule;
    rule.glob = Glob("login:*");
    RuleDialog dialog(rule, RuleField::Limit, &countNone);
    dialog.open();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    QTest::keyClicks(dialog.focusWidget(), QStringLiteral("60"));
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    QTest::keyClicks(dialog.focusWidget(), QStringLiteral("5"));
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    QTest::keyClicks(dialog.focusWidget(), QStringLiteral("m"));
    if (child<QComboBox>(dialog, "windowUnit")->currentText() != QStringLiteral("minutes"))
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Down);
    while (child<QComboBox>(dialog, "windowUnit")->currentText() != QStringLiteral("minutes"))
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Down);
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    QTest::keyClicks(dialog.focusWidget(), QStringLiteral("Logins"));
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    rule.bounds = {60, Milliseconds(300'000)};
    rule.name = QStringLiteral("Logins");
    QVERIFY(dialog.rule() == rule);
}

void TestRuleDialog::badInputGetsASentenceAndTheFocus_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const char *field, const char *typed,
                         const char *sentence) {
        QTest::newRow(name) << QString::fromLatin1(field) << QString::fromUtf8(typed)
                            << QString::fromLatin1(sentence);
    };
    row("no keys", "glob", "", "Type which keys");
    row("an open bracket", "glob", "a[b", "a [ has no ]");
    row("a limit in words", "limit", "many", "The limit has to be a whole number");
    row("a limit of nothing", "limit", "0", "The limit has to be a whole number");
    row("a limit and a half", "limit", "1.5", "The limit has to be a whole number");
    row("a limit too large", "limit", "1000000000000001", "The limit has to be a whole number");
    row("a time in words", "windowAmount", "long", "The time has to be a whole number");
    row("a time beyond all numbers", "windowAmount", "999999999999999", "a century");
    row("nothing said", "name", " ", "says nothing yet");
}

void TestRuleDialog::badInputGetsASentenceAndTheFocus()
{
    QFETCH(const QString, field);
    QFETCH(const QString, typed);
    QFETCH(const QString, sentence);
    Rule rule = named("a", field == QStringLiteral("name") ? QString() : QStringLiteral("A"));
    RuleDialog dialog(rule, RuleField::Keys, &countNone);
    dialog.open();
    auto *edit = child<QLineEdit>(dialog, field.toLatin1());
    edit->setText(typed);
    auto *trouble = child<QLabel>(dialog, "trouble");
    QVERIFY(!trouble->isVisible());
    dialog.accept();
    QVERIFY(dialog.isVisible());
    QVERIFY(trouble->isVisible());
    QVERIFY2(trouble->text().contains(sentence), qPrintable(trouble->text()));
    if (field != QStringLiteral("name"))
        QCOMPARE(dialog.focusWidget(), edit);
    edit->setText(QStringLiteral("7"));
    QVERIFY(!trouble->isVisible());
    dialog.accept();
    QVERIFY(!dialog.isVisible());
}

void TestRuleDialog::theLineTellsHowManyKeysMatch()
{
    const auto count = [](const Glob &glob) -> qsizetype {
        return (glob.matches("login:a") ? 111 : 0) + (glob.matches("lock:a") ? 2 : 0);
    };
    RuleDialog dialog(named("login:*", QStringLiteral("x")), RuleField::Keys, count);
    const auto *line = child<QLabel>(dialog, "matches");
    QVERIFY2(line->text().endsWith(QStringLiteral(" 111")), qPrintable(line->text()));
    child<QLineEdit>(dialog, "glob")->setText(QStringLiteral("lo*"));
    QVERIFY2(line->text().endsWith(QStringLiteral(" 113")), qPrintable(line->text()));
    child<QLineEdit>(dialog, "glob")->setText(QStringLiteral("x"));
    QVERIFY(line->text().startsWith(QStringLiteral("None")));
    child<QLineEdit>(dialog, "glob")->setText(QStringLiteral("x["));
    QVERIFY(line->text().trimmed().isEmpty());
}

void TestRuleDialog::ignoringAsksForNothingElse()
{
    Rule rule;
    rule.glob = Glob("noise:*");
    RuleDialog dialog(rule, RuleField::Ignore, &countNone);
    QVERIFY(!child<QLineEdit>(dialog, "limit")->isEnabled());
    QVERIFY(!child<QLineEdit>(dialog, "name")->isEnabled());
    QVERIFY(dialog.rule().isIgnored);
    dialog.open();
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
}

void TestRuleDialog::rulesAreMovedChangedAndDeletedByKeyboard()
{
    const std::vector<Rule> rules{named("a", QStringLiteral("A")), named("b", QStringLiteral("B")),
        named("c", QStringLiteral("C"))};
    RulesDialog dialog(rules, {}, {QStringLiteral("/x/rules.json"), {}}, &countNone);
    dialog.open();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    auto *list = child<QTreeWidget>(dialog, "rules");
    QCOMPARE(dialog.focusWidget(), list);
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    QVERIFY((dialog.rules() == std::vector<Rule>{rules[1], rules[0], rules[2]}));
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    QVERIFY((dialog.rules() == std::vector<Rule>{rules[1], rules[2], rules[0]}));
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QTest::keyClick(list, Qt::Key_Delete);
    QVERIFY((dialog.rules() == std::vector<Rule>{rules[1], rules[2]}));

    child<QPushButton>(dialog, "change")->click();
    auto *change = dialog.findChild<RuleDialog *>();
    QVERIFY(change);
    child<QLineEdit>(*change, "name")->setText(QStringLiteral("changed"));
    change->accept();
    QCOMPARE(dialog.rules().at(1).name, QStringLiteral("changed"));
    QCOMPARE(list->topLevelItem(1)->text(3), QStringLiteral("changed"));
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
}

void TestRuleDialog::nothingIsDoneToRulesThatWereGiven()
{
    RulesDialog dialog({named("a", QStringLiteral("A"))}, {named("given", QStringLiteral("G"))},
        {QStringLiteral("/x/rules.json"), QStringLiteral("/x/given.json")}, &countNone);
    auto *list = child<QTreeWidget>(dialog, "rules");
    QCOMPARE(list->topLevelItemCount(), 2);
    QCOMPARE(list->topLevelItem(1)->text(0), QStringLiteral("given"));
    QVERIFY(!child<QPushButton>(dialog, "down")->isEnabled());
    list->setCurrentItem(list->topLevelItem(1));
    for (const char *name : {"change", "delete", "up", "down"})
        QVERIFY2(
            !child<QPushButton>(dialog, name)->isEnabled() || list->topLevelItem(0)->isSelected(),
            name);
    child<QPushButton>(dialog, "delete")->click();
    QVERIFY(dialog.rules().size() <= 1);
    QCOMPARE(list->topLevelItem(list->topLevelItemCount() - 1)->text(0), QStringLiteral("given"));
}

QTEST_MAIN(TestRuleDialog)
#include "tst_ruledialog.moc"
