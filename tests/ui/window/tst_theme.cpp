// The colours of both themes: whatever is written in one of them can be read.

#include "tests/support/contrast.h"
#include "tests/support/widgetpicture.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace lockstep;

namespace {

constexpr double leastOfText = 4.5; // WCAG 2.1, 1.4.3
constexpr double leastOfFill = 3; // 1.4.11

void addThemes()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

const Colours &coloursOf(bool isDark)
{
    return isDark ? Colours::darkColours() : Colours::light();
}

// The lowest row with ink in the first so many columns.
int baseline(const QImage &picture, int columns)
{
    for (int y = picture.height() - 1; y >= 0; --y) {
        for (int x = 0; x < columns; ++x) {
            if (qGray(picture.pixel(x, y)) < 128)
                return y;
        }
    }
    return -1;
}

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsCanBeRead_data() { addThemes(); }
    void wordsCanBeRead();
    void fillsCanBeSeen_data() { addThemes(); }
    void fillsCanBeSeen();
    void placeholdersCanBeRead_data() { addThemes(); }
    void placeholdersCanBeRead();
    void chineseStandsOnTheLineOfLetters();
};

void TestTheme::wordsCanBeRead()
{
    QFETCH(const bool, isDark);
    const Colours &c = coloursOf(isDark);
    for (const auto &[name, colour] :
        {std::pair("text", c.text), {"secondary", c.secondary}, {"accent", c.accent},
            {"holding", c.holding}, {"expiringText", c.expiringText}, {"violation", c.violation}}) {
        for (const QColor &ground : {c.panel, c.ground}) {
            const double contrast = contrastOf(colour, ground);
            QVERIFY2(contrast >= leastOfText,
                qPrintable(QStringLiteral("%1 on %2: %3")
                               .arg(QLatin1String(name), ground.name())
                               .arg(contrast)));
        }
    }
}

void TestTheme::fillsCanBeSeen()
{
    QFETCH(const bool, isDark);
    const Colours &c = coloursOf(isDark);
    for (const QColor &colour : {c.waiting, c.holding, c.expiring, c.violation})
        QVERIFY2(contrastOf(colour, c.panel) >= leastOfFill, qPrintable(colour.name()));
}

void TestTheme::placeholdersCanBeRead()
{
    QFETCH(const bool, isDark);
    Theme theme(qApp);
    theme.setChoice(isDark ? Theme::Choice::Dark : Theme::Choice::Light);
    const Colours &c = theme.colours();
    QLineEdit field;
    styleSearchField(&field, c);
    field.ensurePolished();
    const QColor placeholder = field.palette().color(QPalette::PlaceholderText);
    QCOMPARE(placeholder.alpha(), 255);
    QVERIFY(contrastOf(placeholder, c.panel) >= leastOfText);
    QCOMPARE(field.palette().color(QPalette::Text), c.text);
}

// Labels and what is chosen, beside fields with what was typed.
void TestTheme::chineseStandsOnTheLineOfLetters()
{
    Theme theme(qApp);
    theme.setChoice(Theme::Choice::Light);
    constexpr int scale = 4;
    const auto baselineOf = [](const QString &text) {
        QLabel label(text);
        label.setFixedSize(80, 24);
        const int columns = label.fontMetrics().horizontalAdvance(u'H') * scale;
        return baseline(pictureOf(label, scale), columns);
    };
    const int ofLetters = baselineOf(QStringLiteral("H"));
    const int withChinese = baselineOf(QStringLiteral("H每"));
    QVERIFY(ofLetters > 0);
    // The text is moved by whole pixels.
    QVERIFY2(std::abs(withChinese - ofLetters) <= scale / 2,
        qPrintable(QStringLiteral("%1, %2").arg(ofLetters).arg(withChinese)));
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
