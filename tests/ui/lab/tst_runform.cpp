#include "core/lab/loader/scenariofile.h"
#include "labsample.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/words/parameterwords.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

class TestRunForm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyParameterHasAFieldWithItsRange();
    void rangesGiveWayToNames();
    void whatIsSetComesBack();
    void usualValuesReset();
    void aPauseWithoutLengthSaysSoAtTheField();
    void aProblemIsSeenAlsoWhereItsFieldIsNot();
    void aSeedThatIsTooLargeSaysSo();
    void aServerRestartsOrItsReplicaTakesOver();
    void theExactOrderIsForThePrivateServer();
    void theWheelScrollsInsteadOfChanging();
    void usualNamesHaveWords();
    void fieldsOutliveWhatTheyAreFor();
    void theFocusStaysWhereTheParameterDoes();
    void tabGoesThroughTheFieldsAsTheyStand();

private:
    template <typename Field> static Field *field(const RunForm &form, const QString &name)
    {
        const auto all = form.findChildren<Field *>();
        for (Field *each : all) {
            if (each->accessibleName() == name && !each->isHidden())
                return each;
        }
        return nullptr;
    }
    Theme m_theme{qApp};
};

void TestRunForm::everyParameterHasAFieldWithItsRange()
{
    RunForm form;
    const ScenarioPtr lease = sample::scenarios().at(9);
    form.setScenario(lease, RunOptions::of(*lease));
    const auto *clients = field<QSpinBox>(form, u"Clients"_qs);
    QVERIFY(clients);
    QCOMPARE(clients->minimum(), 1);
    QCOMPARE(clients->maximum(), 5000);
    const auto *time = field<QSpinBox>(form, u"Lease"_qs);
    QVERIFY(time);
    QCOMPARE(time->text(), u"200 ms"_qs);
    QCOMPARE(time->accessibleDescription(), u"100–3\u202F600\u202F000 ms"_qs);
}

void TestRunForm::rangesGiveWayToNames()
{
    RunForm form;
    const ScenarioPtr lease = sample::scenarios().at(9);
    form.setScenario(lease, RunOptions::of(*lease));
    const auto *time = field<QSpinBox>(form, u"Lease"_qs);
    QVERIFY(time);
    const auto labels = form.findChildren<QLabel *>();
    const auto range = std::find_if(labels.begin(), labels.end(),
        [&](const QLabel *label) { return label->text() == time->accessibleDescription(); });
    QVERIFY(range != labels.end());
    const int character = form.fontMetrics().averageCharWidth();
    form.resize(80 * character, 600);
    form.show();
    QTRY_VERIFY((*range)->isVisible());
    form.resize(30 * character, 600);
    QTRY_VERIFY(!(*range)->isVisible());
    QVERIFY(time->isVisible());
    QVERIFY2(time->toolTip().contains((*range)->text()), qPrintable(time->toolTip()));
    form.resize(80 * character, 600);
    QTRY_VERIFY((*range)->isVisible());
}

void TestRunForm::whatIsSetComesBack()
{
    RunForm form;
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    RunOptions options = RunOptions::of(*scenario);
    options.settings["stock"] = 77;
    options.rounds = 200;
    options.repeats = 3;
    options.duration = 5s;
    options.seed = 18'446'744'073'709'551'615ULL;
    options.crash = {0.25, 12};
    options.pause = {0.1, 14};
    options.pauseLength = 300ms;
    options.delay = 2ms;
    options.work = 5ms;
    options.exactOrder = false;
    form.setScenario(scenario, options);
    const RunOptions back = form.options();
    QCOMPARE(back.settings, options.settings);
    QCOMPARE(back.rounds, 200);
    QCOMPARE(back.repeats, 3);
    QVERIFY(back.duration == options.duration);
    QCOMPARE(back.seed, options.seed);
    QCOMPARE(back.crash.probability, 0.25);
    QCOMPARE(back.crash.line, 12);
    QCOMPARE(back.pause.line, 14);
    QVERIFY(back.pauseLength == 300ms && back.delay == 2ms && back.work == 5ms);
    QVERIFY(!back.exactOrder);
    QVERIFY(form.problem().isEmpty());
}

void TestRunForm::usualValuesReset()
{
    RunForm form;
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    form.setScenario(scenario, RunOptions::of(*scenario));
    QSignalSpy edited(&form, &RunForm::edited);
    field<QSpinBox>(form, u"Clients"_qs)->setValue(7);
    QCOMPARE(edited.size(), 1);
    QCOMPARE(form.options().settings.at("clients"), 7);
    QTest::mouseClick(form.findChild<QPushButton *>(), Qt::LeftButton);
    QCOMPARE(form.options().settings.at("clients"), 50);
    QCOMPARE(form.options().repeats, 10);
    QCOMPARE(edited.size(), 2);
}

void TestRunForm::aPauseWithoutLengthSaysSoAtTheField()
{
    RunForm form;
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    form.setScenario(scenario, RunOptions::of(*scenario));
    form.resize(320, 600);
    form.show();
    field<QDoubleSpinBox>(form, u"Pause chance"_qs)->setValue(10);
    QVERIFY(!form.problem().isEmpty());
    const auto labels = form.findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
        return label->isVisible() && label->text() == form.problem();
    }));
    field<QSpinBox>(form, u"Pause length"_qs)->setValue(300);
    QVERIFY(form.problem().isEmpty());
}

void TestRunForm::aProblemIsSeenAlsoWhereItsFieldIsNot()
{
    RunForm form;
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    form.setScenario(scenario, RunOptions::of(*scenario));
    form.resize(320, 200);
    form.show();
    field<QDoubleSpinBox>(form, u"Pause chance"_qs)->setValue(10);
    QCoreApplication::sendPostedEvents();
    const auto labels = form.findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
        const bool isWhole = !label->visibleRegion().isEmpty()
            && label->visibleRegion().boundingRect() == label->rect();
        return label->text() == form.problem() && isWhole;
    }));
}

void TestRunForm::aSeedThatIsTooLargeSaysSo()
{
    RunForm form;
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    form.setScenario(scenario, RunOptions::of(*scenario));
    auto *seed = field<QLineEdit>(form, u"Seed"_qs);
    QVERIFY(seed);
    QTest::keyClicks(seed, u"99999999999999999999"_qs);
    QVERIFY(!form.problem().isEmpty());
    seed->setText(u"42"_qs);
    QVERIFY(form.problem().isEmpty());
    QCOMPARE(form.options().seed, quint64(42));
}

void TestRunForm::aServerRestartsOrItsReplicaTakesOver()
{
    RunForm form;
    const ScenarioPtr one = sample::stockReadThenWrite();
    form.setScenario(one, RunOptions::of(*one));
    QVERIFY(!field<QSpinBox>(form, u"Failover after"_qs));
    field<QSpinBox>(form, u"Restart after"_qs)->setValue(30);
    QVERIFY(form.options().restartAfter == 30ms);
    auto several = std::make_shared<Scenario>(*one);
    several->nodes = 3;
    several->replica = true;
    form.setScenario(several, RunOptions::of(*several));
    QVERIFY(!field<QSpinBox>(form, u"Restart after"_qs));
    field<QSpinBox>(form, u"Failover after"_qs)->setValue(40);
    QVERIFY(form.options().failoverAfter == 40ms);
    form.setScenario(nullptr, {});
    QVERIFY(form.problem().isEmpty());
}

void TestRunForm::theExactOrderIsForThePrivateServer()
{
    RunForm form;
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    form.setScenario(scenario, RunOptions::of(*scenario));
    form.setExactOrderPossible(false);
    const auto *box = field<QCheckBox>(form, u"Exact order"_qs);
    QVERIFY(!box->isEnabled());
    QVERIFY(!box->isChecked()); // such a run has none
    form.setScenario(scenario, RunOptions::of(*scenario));
    QVERIFY(!box->isChecked());
    QVERIFY(form.options().exactOrder);
    form.setExactOrderPossible(true);
    QVERIFY(box->isEnabled());
    QVERIFY(box->isChecked());
}

void TestRunForm::theWheelScrollsInsteadOfChanging()
{
    RunForm form;
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    form.setScenario(scenario, RunOptions::of(*scenario));
    form.resize(320, 400);
    form.show();
    auto *clients = field<QSpinBox>(form, u"Clients"_qs);
    clients->clearFocus();
    QWheelEvent wheel(QPointF(5, 5), clients->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120),
        Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(clients, &wheel);
    QCOMPARE(clients->value(), 50);
}

// Nothing that a screen reader or the focus may be at is destroyed.
void TestRunForm::fieldsOutliveWhatTheyAreFor()
{
    RunForm form;
    QList<QPointer<QWidget>> fields;
    const auto meet = [&] {
        for (const auto &field : std::as_const(fields))
            QVERIFY(field);
        const auto all = form.findChildren<QWidget *>();
        for (QWidget *each : all) {
            if (!fields.contains(each))
                fields << each;
        }
    };
    const auto all = shippedScenarios();
    const auto fill = [&](const ScenarioPtr &scenario) {
        RunOptions options = RunOptions::of(*scenario);
        for (auto &[name, value] : options.settings)
            value = scenario->parameter(name)->maximum;
        form.setScenario(scenario, options);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        meet();
        QCOMPARE(form.options().settings, options.settings);
        for (const Parameter &parameter : scenario->parameters) {
            const auto *shown = field<QSpinBox>(form, parameterLabel(parameter, {}));
            QVERIFY(shown);
            QCOMPARE(shown->minimum(), int(parameter.minimum));
            QVERIFY(shown->text().endsWith(QString::fromUtf8(parameter.unit)));
        }
    };
    qsizetype after = 0;
    for (int times = 0; times < 2; ++times) {
        after = fields.size();
        for (const ScenarioPtr &scenario : all) {
            fill(scenario);
            if (QTest::currentTestFailed())
                return;
        }
    }
    form.setScenario(nullptr, {});
    fill(all.front());
    QCOMPARE(fields.size(), after); // no more of them each time
    QTest::mouseClick(form.findChild<QPushButton *>(), Qt::LeftButton);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    meet();
    QCOMPARE(form.options().settings, RunOptions::of(*all.front()).settings);
}

void TestRunForm::theFocusStaysWhereTheParameterDoes()
{
    RunForm form;
    const ScenarioPtr read = sample::stockReadThenWrite();
    auto other = std::make_shared<Scenario>(*read);
    Parameter lease;
    lease.name = "lease";
    lease.value = 10;
    lease.maximum = 99;
    other->parameters = {lease, read->parameters.front()};
    form.setScenario(read, RunOptions::of(*read));
    form.show();
    form.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    auto *clients = field<QSpinBox>(form, u"Clients"_qs);
    auto *stock = field<QSpinBox>(form, u"Stock"_qs);
    clients->setFocus();
    clients->selectAll();
    RunOptions options = RunOptions::of(*read);
    options.settings["clients"] = 7;
    form.setScenario(other, options);
    QVERIFY(clients->hasFocus());
    QCOMPARE(field<QSpinBox>(form, u"Clients"_qs), clients);
    QCOMPARE(clients->value(), 7);
    QCOMPARE(clients->findChild<QLineEdit *>()->selectedText(), u"7"_qs);
    QTRY_VERIFY(clients->y() > field<QSpinBox>(form, u"Lease"_qs)->y()); // in the file's order

    form.setScenario(read, options);
    QCOMPARE(field<QSpinBox>(form, u"Stock"_qs), stock);
    stock->setFocus();
    form.setScenario(other, options);
    QVERIFY(!field<QSpinBox>(form, u"Lease"_qs)->hasFocus()); // nobody was writing there
    QVERIFY(!stock->hasFocus());
    QVERIFY(stock->isHidden());
}

void TestRunForm::tabGoesThroughTheFieldsAsTheyStand()
{
    RunForm form;
    const auto all = shippedScenarios();
    for (const ScenarioPtr &scenario : {all.front(), all.back(), all.at(all.size() / 2)})
        form.setScenario(scenario, RunOptions::of(*scenario));
    form.resize(320, 4000);
    form.show();
    form.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    auto *first = field<QSpinBox>(form, parameterLabel(form.scenario()->parameters.front(), {}));
    QVERIFY(first);
    first->setFocus();
    int last = -1;
    for (QWidget *at = first; !qobject_cast<QPushButton *>(at); at = form.focusWidget()) {
        const int y = at->mapTo(&form, QPoint(0, 0)).y();
        QVERIFY2(y > last, qPrintable(at->accessibleName()));
        last = y;
        QTest::keyClick(at, Qt::Key_Tab);
    }
}

void TestRunForm::usualNamesHaveWords()
{
    Parameter parameter;
    parameter.name = "servers";
    QCOMPARE(parameterLabel(parameter, u"en"_qs), u"App servers"_qs);
    parameter.name = "spare_parts";
    QCOMPARE(parameterLabel(parameter, u"en"_qs), u"Spare parts"_qs);
    parameter.label.en = u"Parts"_qs;
    parameter.label.others[u"zh_CN"_qs] = u"零件"_qs;
    QCOMPARE(parameterLabel(parameter, u"en"_qs), u"Parts"_qs);
    QCOMPARE(parameterLabel(parameter, u"zh_CN"_qs), u"零件"_qs);
}

QTEST_MAIN(TestRunForm)
#include "tst_runform.moc"
