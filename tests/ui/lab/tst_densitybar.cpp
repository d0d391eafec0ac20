// The heights of the states in a density bar, read back from a picture of it.

#include "ui/lab/drawing/lanecontext.h"
#include "ui/lab/lanes/densitybar.h"
#include "ui/widgets/theme.h"
#include "writtenhistory.h"

#include <QApplication>
#include <QImage>
#include <QTest>

#include <map>

using namespace lockstep;
using State = LaneSpan::State;

namespace {

constexpr int width = 30; // pixels, ten columns
constexpr Moment span = 1'000'000; // ns, all of the width
constexpr int columns = 10;

} // namespace

class TestDensityBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStateOfAColumnIsSeen_data();
    void everyStateOfAColumnIsSeen();
    void theMostImportantStatesAreSeenWhereThereIsNoRoomForAll();
    void hiddenStatesTakeNoRoom();
    void aStateWithoutLengthIsSeen();

private:
    using Fill = std::function<void(DensityBar &bar)>;
    // By state: how many pixels of the second column it has. The pictures are of patterns nowhere:
    // no rectangle is wide and of full height.
    [[nodiscard]] std::map<State, int> heights(int height, StateSet shownStates, const Fill &fill);
    [[nodiscard]] std::map<State, int> heightsOfMix(
        int height, StateSet shownStates, const std::vector<std::pair<State, int>> &percents);

    Theme m_theme{qApp};
};

std::map<State, int> TestDensityBar::heights(int height, StateSet shownStates, const Fill &fill)
{
    QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    TimeScale time;
    time.begin = time.from = 0;
    time.end = time.until = span;
    time.right = width;
    time.left = 0;
    WrittenHistory written(1);
    const RoundTracks tracks(written.finish(1), 0);
    const StateMarks marks(m_theme.colours());
    const QFontMetricsF metrics(qApp->font());
    const TextLayoutCache texts(qApp->font());
    const QList<StepColumn> steps;
    const LaneContext context{painter, time, tracks, marks, texts, metrics, metrics.height(), 0,
        width, shownStates, none, 0, steps};
    DensityBar bar(context, QRectF(0, 0, width, height), shownStates);
    fill(bar);
    bar.flush();
    painter.end();
    std::map<State, int> found;
    for (const State state : {State::Holding, State::Waiting, State::Expired, State::TooMany}) {
        for (int y = 0; y < height; ++y) {
            if (image.pixelColor(4, y).rgb() == marks.colour(state).rgb())
                ++found[state];
        }
    }
    return found;
}

// Each column has the same mix of states.
std::map<State, int> TestDensityBar::heightsOfMix(
    int height, StateSet shownStates, const std::vector<std::pair<State, int>> &percents)
{
    IntervalSums sums;
    Moment at = 0;
    for (int column = 0; column < columns; ++column) {
        for (const auto &[state, percent] : percents) {
            const Moment until = at + span / columns * percent / 100;
            sums.add(at, until, quint8(state));
            at = until;
        }
    }
    return heights(height, shownStates, [&sums](DensityBar &bar) { bar.addAll(sums); });
}

void TestDensityBar::everyStateOfAColumnIsSeen_data()
{
    QTest::addColumn<State>("often");
    QTest::addColumn<State>("seldom");
    QTest::addColumn<int>("percent");
    QTest::newRow("a little violation") << State::Holding << State::TooMany << 1;
    QTest::newRow("little else than a violation") << State::TooMany << State::Expired << 5;
    QTest::newRow("next to nothing else") << State::TooMany << State::Waiting << 1;
    QTest::newRow("a little waiting") << State::Expired << State::Waiting << 3;
}

void TestDensityBar::everyStateOfAColumnIsSeen()
{
    QFETCH(const State, often);
    QFETCH(const State, seldom);
    QFETCH(const int, percent);
    const auto found =
        heightsOfMix(24, DensityBar::allStates, {{often, 100 - percent}, {seldom, percent}});
    QCOMPARE(found.size(), 2U);
    QCOMPARE(found.at(seldom), 4); // a sixth
    QCOMPARE(found.at(often), 20);
}

void TestDensityBar::theMostImportantStatesAreSeenWhereThereIsNoRoomForAll()
{
    const auto found = heightsOfMix(5, DensityBar::allStates,
        {{State::Waiting, 40}, {State::Holding, 40}, {State::Expired, 10}, {State::TooMany, 10}});
    QCOMPARE(found.at(State::TooMany), 2);
    QCOMPARE(found.at(State::Expired), 2);
}

void TestDensityBar::hiddenStatesTakeNoRoom()
{
    const auto found = heightsOfMix(24, StateSet{State::Expired, State::Waiting},
        {{State::TooMany, 10}, {State::Expired, 50}, {State::Waiting, 40}});
    QCOMPARE(found.size(), 2U);
    QCOMPARE(found.at(State::Expired), 12);
    QCOMPARE(found.at(State::Waiting), 8);
}

void TestDensityBar::aStateWithoutLengthIsSeen()
{
    const auto found = heights(24, DensityBar::allStates, [](DensityBar &bar) {
        bar.add(3, 4.5, quint8(State::Holding));
        bar.add(4.5, 4.5, quint8(State::TooMany));
        bar.add(4.5, 6, quint8(State::Holding));
    });
    QCOMPARE(found.at(State::TooMany), 4);
    QCOMPARE(found.at(State::Holding), 20);
}

QTEST_MAIN(TestDensityBar)
#include "tst_densitybar.moc"
