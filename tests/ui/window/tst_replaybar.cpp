#include "tests/support/widgetpicture.h"
#include "ui/replay/momentslider.h"
#include "ui/replay/replaybar.h"
#include "ui/text/languages.h"
#include "ui/widgets/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QTest>
#include <QTranslator>

using namespace lockstep;

class TestReplayBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingMovesWhenItIsPlayed_data();
    void nothingMovesWhenItIsPlayed();
    void itsControlsLookAlike();
};

void TestReplayBar::nothingMovesWhenItIsPlayed_data()
{
    QTest::addColumn<QString>("language");
    for (const QString &language : languageCodes())
        QTest::newRow(qPrintable(language)) << language;
}

// The words of the button differ in width, and those beside it are aimed at meanwhile.
void TestReplayBar::nothingMovesWhenItIsPlayed()
{
    QFETCH(const QString, language);
    const Theme theme(qApp);
    ReplayBar bar(&theme);
    RecordedTimes times;
    times.from = 0;
    times.to = 3'600'000;
    bar.setTimes(times);
    bar.resize(900, bar.sizeHint().height());
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    QTranslator translator; // another language is chosen while it is shown
    QVERIFY(translator.load(QStringLiteral(":/translations/lockstep_%1.qm").arg(language)));
    QCoreApplication::installTranslator(&translator);
    const auto places = [&bar] {
        for (int i = 0; i < 5; ++i) { // layouts answer one another by events
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
        QList<QRect> all;
        for (const char *button : {"previous", "play", "next"})
            all << bar.findChild<QAbstractButton *>(QLatin1String(button))->geometry();
        return all << bar.slider()->geometry();
    };
    const auto *play = bar.findChild<QAbstractButton *>(QStringLiteral("play"));
    const QList<QRect> resting = places();
    const QString text = play->text();
    bar.setPlaying(true);
    QVERIFY(play->text() != text);
    QCOMPARE(places(), resting);
    QVERIFY(play->width() >= play->sizeHint().width());
    bar.setPlaying(false);
    QCOMPARE(places(), resting);
}

// Each has the frame of the buttons, which is as high as that of the others.
void TestReplayBar::itsControlsLookAlike()
{
    const Theme theme(qApp);
    ReplayBar bar(&theme);
    bar.resize(900, bar.sizeHint().height());
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    const QImage picture = pictureOf(bar, 1);
    const auto *play = bar.findChild<QAbstractButton *>(QStringLiteral("play"));
    const auto *speed = bar.findChild<QComboBox *>();
    QCOMPARE(speed->height(), play->height());
    for (const QWidget *control :
        {static_cast<const QWidget *>(play), static_cast<const QWidget *>(speed)}) {
        const QRect at = control->geometry();
        for (const QPoint edge : {QPoint(at.left(), at.center().y()),
                 QPoint(at.center().x(), at.top()), QPoint(at.center().x(), at.bottom())})
            QCOMPARE(QColor(picture.pixel(edge)), theme.colours().hairline);
    }
}

QTEST_MAIN(TestReplayBar)
#include "tst_replaybar.moc"
