#include "ui/watch/tables/laidouttexts.h"

#include <QFontDatabase>
#include <QImage>
#include <QPainter>
#include <QTest>

using namespace lockstep;

// Texts that are laid out once look as those that are laid out each time.
class TestLaidOutTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyLookAsWhatIsDrawnAtOnce_data();
    void theyLookAsWhatIsDrawnAtOnce();
    void theyAreElidedForTheRoomThatThereIsNow();
    void veryManyOfThemAreForgotten();
};

void TestLaidOutTexts::theyLookAsWhatIsDrawnAtOnce_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("words") << QStringLiteral("renewed 12×");
    QTest::newRow("a key") << QStringLiteral("lock:order:4711");
    QTest::newRow("a number") << QStringLiteral("≈ 1 234 567");
    QTest::newRow("Chinese, of another face") << QStringLiteral("锁 lock 续期 12 次");
    QTest::newRow("from right to left") << QStringLiteral("מנעול lock");
    QTest::newRow("spaces at its ends") << QStringLiteral(" a ");
    QTest::newRow("nothing") << QString();
}

void TestLaidOutTexts::theyLookAsWhatIsDrawnAtOnce()
{
    QFETCH(QString, text);
    const QFont fonts[] = {QFont(), QFontDatabase::systemFont(QFontDatabase::FixedFont)};
    for (const QFont &font : fonts) {
        const LaidOutTexts texts(font);
        QCOMPARE(texts.width(text), QFontMetricsF(font).horizontalAdvance(text));
        for (const double ratio : {1.0, 2.0}) {
            QImage atOnce(QSize(300, 40) * ratio, QImage::Format_RGB32);
            atOnce.setDevicePixelRatio(ratio);
            atOnce.fill(Qt::white);
            QImage laidOut = atOnce;
            const QPointF baseline(10.3, 25);
            QPainter painter(&atOnce);
            painter.setFont(font);
            painter.setPen(Qt::darkGreen);
            painter.drawText(baseline, text);
            painter.end();
            for (int i = 0; i < 2; ++i) { // and once more
                laidOut.fill(Qt::white);
                painter.begin(&laidOut);
                painter.setPen(Qt::darkGreen);
                texts.draw(painter, baseline, text);
                painter.end();
                QCOMPARE(laidOut, atOnce);
            }
        }
    }
}

void TestLaidOutTexts::theyAreElidedForTheRoomThatThereIsNow()
{
    const LaidOutTexts texts{QFont()};
    const QString text = QStringLiteral("a text that is too long for its cell");
    const QFontMetricsF metrics{QFont()};
    for (const double room : {80.0, 40.0, 80.0}) {
        for (const auto mode : {Qt::ElideRight, Qt::ElideMiddle})
            QCOMPARE(texts.elided(text, mode, room), metrics.elidedText(text, mode, room));
    }
}

void TestLaidOutTexts::veryManyOfThemAreForgotten()
{
    const LaidOutTexts texts{QFont()};
    const QFontMetricsF metrics{QFont()};
    for (int i = 0; i < 10'000; ++i) {
        const QString text = QString::number(i);
        QCOMPARE(texts.width(text), metrics.horizontalAdvance(text));
    }
}

QTEST_MAIN(TestLaidOutTexts)
#include "tst_laidouttexts.moc"
