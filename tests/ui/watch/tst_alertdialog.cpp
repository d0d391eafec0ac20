#include "core/watch/formats/rules.h"
#include "ui/watch/rules/alertsdialog.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>

using namespace lockstep;

class TestAlertDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsShownIsWhatWasThere_data();
    void whatIsShownIsWhatWasThere();
    void badInputGetsASentenceAndTheFocus_data();
    void badInputGetsASentenceAndTheFocus();
    void anAlertIsTypedByKeyboard();
    void alertsAreChangedAndDeletedByKeyboard();
    void nothingIsDoneToAlertsThatWereGiven();

private:
    static qsizetype countNone(const Glob &) { return 0; }
    static std::vector<AlertRule> alertsOf(const QByteArray &alerts)
    {
        return rulesFromJson("{\"alerts\":[" + alerts + "]}", {}).value().alerts;
    }
    static std::vector<AlertRule> two()
    {
        return alertsOf(R"({"glob":"lock:*","when":"held > 30s","name":"Held"},
            {"glob":"leader","when":"gone","for":"10s","name":"No leader"})");
    }
    template <typename T> static T *child(const QWidget &parent, const char *name)
    {
        return parent.findChild<T *>(QString::fromLatin1(name));
    }
};

void TestAlertDialog::whatIsShownIsWhatWasThere_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("a lock") << QByteArray(
        R"({"glob":"lock:*","when":"held >= 1500ms","name":"Held","family":"lock"})");
    QTest::newRow("a name alone") << QByteArray(
        R"({"glob":"leader","when":"gone","for":"90s","name":"Öl %1 &"})");
    QTest::newRow("a share") << QByteArray(
        R"({"glob":"\\[x]?","when":"used < 12.5%","name":"U","severity":"info"})");
    QTest::newRow("a rate") << QByteArray(
        R"({"glob":"n","when":"rate <= -5/s","name":"R","severity":"critical","for":"1d"})");
}

void TestAlertDialog::whatIsShownIsWhatWasThere()
{
    QFETCH(const QByteArray, json);
    const AlertRule alert = alertsOf(json).front();
    AlertDialog dialog(alert, &countNone);
    QVERIFY(dialog.rule() == alert);
    dialog.open();
    dialog.accept();
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
}

void TestAlertDialog::badInputGetsASentenceAndTheFocus_data()
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
    row("no condition", "when", "", "The condition has to be like");
    row("words", "when", "held for long", "The condition has to be like");
    row("downwards", "when", "held < 5s", "goes with > or >= alone");
    row("another family", "when", "value > 5", "never true of what you have chosen");
    row("a time in words", "for", "long", "The time has to be like");
    row("a time without a unit", "for", "5", "The time has to be like");
    row("no name", "name", " ", "Type what the alert is called");
}

void TestAlertDialog::badInputGetsASentenceAndTheFocus()
{
    QFETCH(const QString, field);
    QFETCH(const QString, typed);
    QFETCH(const QString, sentence);
    AlertDialog dialog(
        alertsOf(R"({"glob":"lock:*","family":"lock","when":"held > 30s","name":"Held"})").front(),
        &countNone);
    dialog.open();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    auto *widget = dialog.findChild<QWidget *>(field);
    if (auto *combo = qobject_cast<QComboBox *>(widget))
        combo->setEditText(typed);
    else
        qobject_cast<QLineEdit *>(widget)->setText(typed);
    dialog.accept();
    QVERIFY(dialog.isVisible());
    const auto *trouble = child<QLabel>(dialog, "trouble");
    QVERIFY2(
        trouble->isVisible() && trouble->text().contains(sentence), qPrintable(trouble->text()));
    QVERIFY(dialog.focusWidget() != nullptr);
    if (sentence.startsWith(QStringLiteral("never true")))
        widget = child<QComboBox>(dialog, "family");
    QVERIFY(dialog.focusWidget() == widget || widget->isAncestorOf(dialog.focusWidget()));
}

void TestAlertDialog::anAlertIsTypedByKeyboard()
{
    AlertDialog dialog({}, &countNone);
    dialog.open();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    QTest::keyClicks(dialog.focusWidget(), QStringLiteral("lock:*"));
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    child<QComboBox>(dialog, "when")->lineEdit()->selectAll();
    QTest::keyClicks(dialog.focusWidget(), QStringLiteral("held > 45s"));
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    QTest::keyClicks(dialog.focusWidget(), QStringLiteral("5s"));
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    QTest::keyClicks(dialog.focusWidget(), QStringLiteral("Held"));
    QTest::keyClick(&dialog, Qt::Key_Return);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QVERIFY(dialog.rule()
        == alertsOf(R"({"glob":"lock:*","when":"held > 45s","for":"5s","name":"Held"})").front());
}

void TestAlertDialog::alertsAreChangedAndDeletedByKeyboard()
{
    AlertsDialog dialog(two(), {}, {QStringLiteral("/a/file"), {}}, &countNone);
    dialog.open();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    auto *list = child<QTreeWidget>(dialog, "alerts");
    QTest::keyClick(list, Qt::Key_Down);
    child<QPushButton>(dialog, "change")->click();
    auto *asked = dialog.findChild<AlertDialog *>();
    QVERIFY(asked);
    child<QLineEdit>(*asked, "name")->setText(QStringLiteral("Leader gone"));
    asked->accept();
    QCOMPARE(dialog.alerts().at(1).name, QStringLiteral("Leader gone"));
    list->setCurrentItem(list->topLevelItem(0));
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(dialog.alerts().size(), 1U);
    QCOMPARE(dialog.alerts().front().name, QStringLiteral("Leader gone"));
}

void TestAlertDialog::nothingIsDoneToAlertsThatWereGiven()
{
    AlertsDialog dialog(
        {}, two(), {QStringLiteral("/a/file"), QStringLiteral("/given")}, &countNone);
    dialog.open();
    auto *list = child<QTreeWidget>(dialog, "alerts");
    QCOMPARE(list->topLevelItemCount(), 2);
    list->setCurrentItem(list->topLevelItem(0));
    QVERIFY(!child<QPushButton>(dialog, "change")->isEnabled());
    QVERIFY(!child<QPushButton>(dialog, "delete")->isEnabled());
    QVERIFY(dialog.alerts().empty());
}

QTEST_MAIN(TestAlertDialog)
#include "tst_alertdialog.moc"
