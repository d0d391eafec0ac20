#include "core/lab/loader/scenariofile.h"
#include "labsample.h"
#include "ui/lab/settings/knobs.h"
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

using namespace lockstep;
using namespace std::chrono_literals;

class TestKnobs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyParameterHasAFieldWithItsRange();
    void whatIsSetComesBack();
    void usualValuesReset();
    void aPauseWithoutLengthSaysSoAtTheField();
    void aProblemIsSeenAlsoWhereItsFieldIsNot();
    void aSeedThatIsTooLargeSaysSo();
    void onlyScenariosWithSeveralServersCanLoseOne();
    void theExactOrderIsForTheSandbox();
    void theWheelScrollsInsteadOfChanging();
    void usualNamesHaveWords();
    void fieldsOutliveWhatTheyAreFor();
    void theFocusStaysWhereTheParameterDoes();
    void tabGoesThroughTheFieldsAsTheyStand();

private:
    template <typename Field> static Field *field(const Knobs &knobs, const QString &name)
    {
        const auto all = knobs.findChildren<Field *>();
        for (Field *each : all) {
            if (each->accessibleName() == name && !each->isHidden())
                return each;
        }
        return nullptr;
    }
    Theme m_theme{qApp};
};

void TestKnobs::everyParameterHasAFieldWithItsRange()
{
    Knobs knobs(&m_theme);
    const ScenarioPtr lease = sample::scenarios().at(9);
    knobs.setScenario(lease, RunOptions::of(*lease));
    const auto *clients = field<QSpinBox>(knobs, u"Clients"_qs);
    QVERIFY(clients);
    QCOMPARE(clients->minimum(), 1);
    QCOMPARE(clients->maximum(), 5000);
    const auto *time = field<QSpinBox>(knobs, u"Lease"_qs);
    QVERIFY(time);
    QCOMPARE(time->text(), u"200 ms"_qs);
    QCOMPARE(time->accessibleDescription(), u"100–3\u202F600\u202F000 ms"_qs);
}

void TestKnobs::whatIsSetComesBack()
{
    Knobs knobs(&m_theme);
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
    knobs.setScenario(scenario, options);
    const RunOptions back = knobs.options();
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
    QVERIFY(knobs.problem().isEmpty());
}

void TestKnobs::usualValuesReset()
{
    Knobs knobs(&m_theme);
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    knobs.setScenario(scenario, RunOptions::of(*scenario));
    QSignalSpy edited(&knobs, &Knobs::edited);
    field<QSpinBox>(knobs, u"Clients"_qs)->setValue(7);
    QCOMPARE(edited.size(), 1);
    QCOMPARE(knobs.options().settings.at("clients"), 7);
    QTest::mouseClick(knobs.findChild<QPushButton *>(), Qt::LeftButton);
    QCOMPARE(knobs.options().settings.at("clients"), 50);
    QCOMPARE(knobs.options().repeats, 10);
    QCOMPARE(edited.size(), 2);
}

void TestKnobs::aPauseWithoutLengthSaysSoAtTheField()
{
    Knobs knobs(&m_theme);
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    knobs.setScenario(scenario, RunOptions::of(*scenario));
    knobs.resize(320, 600);
    knobs.show();
    field<QDoubleSpinBox>(knobs, u"Pause chance"_qs)->setValue(10);
    QVERIFY(!knobs.problem().isEmpty());
    const auto labels = knobs.findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
        return label->isVisible() && label->text() == knobs.problem();
    }));
    field<QSpinBox>(knobs, u"Pause length"_qs)->setValue(300);
    QVERIFY(knobs.problem().isEmpty());
}

void TestKnobs::aProblemIsSeenAlsoWhereItsFieldIsNot()
{
    Knobs knobs(&m_theme);
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    knobs.setScenario(scenario, RunOptions::of(*scenario));
    knobs.resize(320, 200);
    knobs.show();
    field<QDoubleSpinBox>(knobs, u"Pause chance"_qs)->setValue(10);
    QCoreApplication::sendPostedEvents();
    const auto labels = knobs.findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
        const bool isWhole = !label->visibleRegion().isEmpty()
            && label->visibleRegion().boundingRect() == label->rect();
        return label->text() == knobs.problem() && isWhole;
    }));
}

void TestKnobs::aSeedThatIsTooLargeSaysSo()
{
    Knobs knobs(&m_theme);
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    knobs.setScenario(scenario, RunOptions::of(*scenario));
    auto *seed = field<QLineEdit>(knobs, u"Seed"_qs);
    QVERIFY(seed);
    QTest::keyClicks(seed, u"99999999999999999999"_qs);
    QVERIFY(!knobs.problem().isEmpty());
    seed->setText(u"42"_qs);
    QVERIFY(knobs.problem().isEmpty());
    QCOMPARE(knobs.options().seed, quint64(42));
}

void TestKnobs::onlyScenariosWithSeveralServersCanLoseOne()
{
    Knobs knobs(&m_theme);
    const ScenarioPtr one = sample::stockReadThenWrite();
    knobs.setScenario(one, RunOptions::of(*one));
    QVERIFY(!field<QSpinBox>(knobs, u"Restart after"_qs));
    auto several = std::make_shared<Scenario>(*one);
    several->nodes = 3;
    several->replica = true;
    knobs.setScenario(several, RunOptions::of(*several));
    QVERIFY(field<QSpinBox>(knobs, u"Restart after"_qs));
    field<QSpinBox>(knobs, u"Failover after"_qs)->setValue(40);
    QVERIFY(knobs.options().failoverAfter == 40ms);
    knobs.setScenario(nullptr, {});
    QVERIFY(knobs.problem().isEmpty());
}

void TestKnobs::theExactOrderIsForTheSandbox()
{
    Knobs knobs(&m_theme);
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    knobs.setScenario(scenario, RunOptions::of(*scenario));
    knobs.setExactOrderPossible(false);
    QVERIFY(!field<QCheckBox>(knobs, u"Exact order"_qs)->isEnabled());
    knobs.setExactOrderPossible(true);
    QVERIFY(field<QCheckBox>(knobs, u"Exact order"_qs)->isEnabled());
}

void TestKnobs::theWheelScrollsInsteadOfChanging()
{
    Knobs knobs(&m_theme);
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    knobs.setScenario(scenario, RunOptions::of(*scenario));
    knobs.resize(320, 400);
    knobs.show();
    auto *clients = field<QSpinBox>(knobs, u"Clients"_qs);
    clients->clearFocus();
    QWheelEvent wheel(QPointF(5, 5), clients->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120),
        Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(clients, &wheel);
    QCOMPARE(clients->value(), 50);
}

// Nothing that a screen reader or the focus may be at is destroyed.
void TestKnobs::fieldsOutliveWhatTheyAreFor()
{
    Knobs knobs(&m_theme);
    QList<QPointer<QWidget>> fields;
    const auto meet = [&] {
        for (const auto &field : std::as_const(fields))
            QVERIFY(field);
        const auto all = knobs.findChildren<QWidget *>();
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
        knobs.setScenario(scenario, options);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        meet();
        QCOMPARE(knobs.options().settings, options.settings);
        for (const Parameter &parameter : scenario->parameters) {
            const auto *shown = field<QSpinBox>(knobs, parameterLabel(parameter, {}));
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
    knobs.setScenario(nullptr, {});
    fill(all.front());
    QCOMPARE(fields.size(), after); // no more of them each time
    QTest::mouseClick(knobs.findChild<QPushButton *>(), Qt::LeftButton);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    meet();
    QCOMPARE(knobs.options().settings, RunOptions::of(*all.front()).settings);
}

void TestKnobs::theFocusStaysWhereTheParameterDoes()
{
    Knobs knobs(&m_theme);
    const ScenarioPtr read = sample::stockReadThenWrite();
    auto other = std::make_shared<Scenario>(*read);
    Parameter lease;
    lease.name = "lease";
    lease.value = 10;
    lease.maximum = 99;
    other->parameters = {lease, read->parameters.front()};
    knobs.setScenario(read, RunOptions::of(*read));
    knobs.show();
    knobs.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&knobs));
    auto *clients = field<QSpinBox>(knobs, u"Clients"_qs);
    auto *stock = field<QSpinBox>(knobs, u"Stock"_qs);
    clients->setFocus();
    clients->selectAll();
    RunOptions options = RunOptions::of(*read);
    options.settings["clients"] = 7;
    knobs.setScenario(other, options);
    QVERIFY(clients->hasFocus());
    QCOMPARE(field<QSpinBox>(knobs, u"Clients"_qs), clients);
    QCOMPARE(clients->value(), 7);
    QCOMPARE(clients->findChild<QLineEdit *>()->selectedText(), u"7"_qs);
    QVERIFY(clients->y() > field<QSpinBox>(knobs, u"Lease"_qs)->y()); // in the file's order

    knobs.setScenario(read, options);
    QCOMPARE(field<QSpinBox>(knobs, u"Stock"_qs), stock);
    stock->setFocus();
    knobs.setScenario(other, options);
    QVERIFY(!field<QSpinBox>(knobs, u"Lease"_qs)->hasFocus()); // nobody was writing there
    QVERIFY(!stock->hasFocus());
    QVERIFY(stock->isHidden());
}

void TestKnobs::tabGoesThroughTheFieldsAsTheyStand()
{
    Knobs knobs(&m_theme);
    const auto all = shippedScenarios();
    for (const ScenarioPtr &scenario : {all.front(), all.back(), all.at(all.size() / 2)})
        knobs.setScenario(scenario, RunOptions::of(*scenario));
    knobs.resize(320, 4000);
    knobs.show();
    knobs.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&knobs));
    auto *first = field<QSpinBox>(knobs, parameterLabel(knobs.scenario()->parameters.front(), {}));
    QVERIFY(first);
    first->setFocus();
    int last = -1;
    for (QWidget *at = first; !qobject_cast<QPushButton *>(at); at = knobs.focusWidget()) {
        const int y = at->mapTo(&knobs, QPoint(0, 0)).y();
        QVERIFY2(y > last, qPrintable(at->accessibleName()));
        last = y;
        QTest::keyClick(at, Qt::Key_Tab);
    }
}

void TestKnobs::usualNamesHaveWords()
{
    Parameter parameter;
    parameter.name = "servers";
    QCOMPARE(parameterLabel(parameter, u"en"_qs), u"App servers"_qs);
    parameter.name = "spare_parts";
    QCOMPARE(parameterLabel(parameter, u"en"_qs), u"Spare parts"_qs);
    parameter.label.en = u"Parts"_qs;
    parameter.label.zhCN = u"零件"_qs;
    QCOMPARE(parameterLabel(parameter, u"en"_qs), u"Parts"_qs);
    QCOMPARE(parameterLabel(parameter, u"zh_CN"_qs), u"零件"_qs);
}

QTEST_MAIN(TestKnobs)
#include "tst_knobs.moc"
