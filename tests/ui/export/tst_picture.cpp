// Pictures in files, looked at through the eyes of others: pdftoppm and rsvg-convert.

#include "ui/export/picture.h"
#include "ui/widgets/marks.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProcess>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

#include <cerrno>
#include <csignal>

#include <sys/resource.h>

using namespace lockstep;

namespace {

constexpr QRect frame(40, 30, 120, 80);
constexpr QRect axes(60, 50, 50, 30);
constexpr QPoint nothing(100, 60);

// Paints over its own edges, and beyond a clip that it sets itself.
class Overflowing : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(QRect(-500, -500, 1000, 1000), Qt::red);
        painter.save();
        painter.setClipRect(axes.translated(-frame.topLeft()));
        painter.fillRect(QRect(-500, -500, 1000, 1000), Qt::blue);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(Qt::white, Qt::DiagCrossPattern));
        painter.drawRect(QRect(-500, -500, 1000, 1000));
        painter.restore();
        painter.setPen(Qt::NoPen); // so nothing is seen of it
        painter.drawLine(nothing, nothing);
        painter.setPen(Qt::black);
        painter.drawText(QPoint(4, 16), QStringLiteral("inside"));
        painter.drawText(QPoint(-30, 70), QStringLiteral("hangs over"));
    }
};

// Lanes, each with a clip inside of that of all, and a curve after the last of them.
class Lanes : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const QRect everything(-500, -500, 1000, 1000);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(5, 5);
        painter.save();
        painter.setClipRect(QRect(0, 0, 110, 70));
        for (int lane = 0; lane < 2; ++lane) {
            painter.save();
            painter.translate(0, lane * 30);
            painter.setClipRect(QRect(10, 0, 200, 20), Qt::IntersectClip);
            painter.fillRect(everything, Qt::white);
            painter.setPen(QPen(Qt::blue, 2));
            for (int x = -500; x < 500; x += 8)
                painter.drawLine(x, 500, x + 1000, -500);
            painter.restore();
        }
        painter.save();
        painter.setClipRect(QRect(300, 300, 10, 10), Qt::IntersectClip); // nothing is left
        painter.fillRect(everything, Qt::black);
        painter.restore();
        painter.setPen(QPen(Qt::red, 4));
        painter.drawPolyline(QPolygon({{-40, 58}, {60, 58}, {60, 66}, {300, 66}}));
        painter.setClipping(false);
        painter.fillRect(QRect(112, 0, 4, 4), Qt::black);
        painter.setClipping(true);
        painter.fillRect(QRect(106, 20, 200, 8), Qt::black);
        painter.restore();
        painter.fillRect(QRect(112, 8, 4, 4), Qt::black);
    }
};

} // namespace

class TestPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingHangsOverItsFrame_data();
    void nothingHangsOverItsFrame();
    void clipsAreTheSameInEveryFormat_data();
    void clipsAreTheSameInEveryFormat();
    void scrolledTextStaysInsideAndWhole_data();
    void scrolledTextStaysInsideAndWhole();
    void textIsAsWideInEveryFormat_data();
    void textIsAsWideInEveryFormat();
    void textStaysTextAndLinesStayLines();
    void stripesAreDrawnInEveryFormat_data();
    void stripesAreDrawnInEveryFormat();
    void fullDiskIsSaid();
    void anotherEndingIsRefused();

private:
    // The file as others show it, a pixel for each logical one.
    QImage shown(QWidget &widget, const QString &ending, double scale = 1);

    QTemporaryDir m_folder;
};

QImage TestPicture::shown(QWidget &widget, const QString &ending, double scale)
{
    const QString file = m_folder.filePath(QStringLiteral("picture.") + ending);
    if (const auto saved = savePicture(widget, file, {{}, scale}); !saved)
        qFatal("%s", qPrintable(saved.error().detail));
    const QString png = m_folder.filePath(QStringLiteral("shown.png"));
    const QString width = QString::number(widget.width());
    const QString height = QString::number(widget.height());
    if (ending == QLatin1String("png"))
        return QImage(file).scaled(widget.size());
    QProcess tool;
    if (ending == QLatin1String("svg"))
        tool.start(QStringLiteral("rsvg-convert"),
            {QStringLiteral("-w"), width, QStringLiteral("-h"), height, QStringLiteral("-o"), png,
                file});
    else
        tool.start(QStringLiteral("pdftoppm"),
            {QStringLiteral("-singlefile"), QStringLiteral("-png"), QStringLiteral("-scale-to-x"),
                width, QStringLiteral("-scale-to-y"), height, file, png.chopped(4)});
    if (!tool.waitForFinished(120'000) || tool.exitCode() != 0)
        qFatal("%s: %s", qPrintable(tool.program()), qPrintable(tool.errorString()));
    return QImage(png).convertToFormat(QImage::Format_RGB32);
}

void TestPicture::nothingHangsOverItsFrame_data()
{
    QTest::addColumn<QString>("ending");
    QTest::addColumn<double>("scale");
    for (const auto *ending : {"png", "svg", "pdf"}) {
        QTest::addRow("%s", ending) << QString::fromLatin1(ending) << 1.0;
        QTest::addRow("%s, larger", ending) << QString::fromLatin1(ending) << 2.5;
    }
}

void TestPicture::nothingHangsOverItsFrame()
{
    QFETCH(const QString, ending);
    QFETCH(const double, scale);
    QWidget window;
    window.resize(200, 160);
    window.setPalette(QPalette(Qt::green, Qt::green));
    auto *overflowing = new Overflowing(&window);
    overflowing->setGeometry(frame);
    const QImage image = shown(window, ending, scale);
    QCOMPARE(image.size(), window.size());

    // A pixel at the edges may be of both sides.
    const QRect outside = frame.adjusted(-1, -1, 1, 1);
    const QRect inside = frame.adjusted(1, 1, -1, -1);
    const QRect outsideAxes = axes.adjusted(-1, -1, 1, 1);
    int blue = 0;
    int red = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QRgb pixel = image.pixel(x, y) & RGB_MASK;
            const bool isBlue = qBlue(pixel) > 100 && qRed(pixel) < 200;
            blue += isBlue;
            red += inside.contains(x, y) && pixel == (qRgb(255, 0, 0) & RGB_MASK);
            if (!outside.contains(x, y))
                QVERIFY2(pixel == (qRgb(0, 255, 0) & RGB_MASK),
                    qPrintable(QStringLiteral("%1, %2: %3").arg(x).arg(y).arg(pixel, 6, 16)));
            if (!outsideAxes.contains(x, y))
                QVERIFY2(!isBlue, qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
        }
    }
    QCOMPARE(image.pixel(frame.topLeft() + nothing) & RGB_MASK, qRgb(255, 0, 0) & RGB_MASK);
    QVERIFY2(blue > 400 && blue < axes.width() * axes.height(), qPrintable(QString::number(blue)));
    QVERIFY2(red > 5000, qPrintable(QString::number(red)));
}

void TestPicture::clipsAreTheSameInEveryFormat_data()
{
    QTest::addColumn<QString>("ending");
    for (const auto *ending : {"svg", "pdf"})
        QTest::addRow("%s", ending) << QString::fromLatin1(ending);
}

void TestPicture::clipsAreTheSameInEveryFormat()
{
    QFETCH(const QString, ending);
    QWidget window;
    window.resize(400, 320); // room for what is moved by the place of the widget once more
    window.setPalette(QPalette(Qt::green, Qt::green));
    auto *lanes = new Lanes(&window);
    lanes->setGeometry(frame);
    // Edges are smoothed in different ways, so squares are compared and not pixels.
    const auto squares = [&](const QString &format) {
        return shown(window, format)
            .scaled(window.size() / 4, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
            .convertToFormat(QImage::Format_RGB32);
    };
    const QImage wanted = squares(QStringLiteral("png"));
    const QImage image = squares(ending);
    QCOMPARE(image.size(), wanted.size());
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor one = image.pixelColor(x, y);
            const QColor other = wanted.pixelColor(x, y);
            const int difference = std::max({std::abs(one.red() - other.red()),
                std::abs(one.green() - other.green()), std::abs(one.blue() - other.blue())});
            QVERIFY2(difference < 64,
                qPrintable(QStringLiteral("%1, %2: %3 in place of %4")
                               .arg(x * 4)
                               .arg(y * 4)
                               .arg(one.name(), other.name())));
        }
    }
}

void TestPicture::scrolledTextStaysInsideAndWhole_data()
{
    clipsAreTheSameInEveryFormat_data();
}

void TestPicture::scrolledTextStaysInsideAndWhole()
{
    QFETCH(const QString, ending);
    QWidget window;
    window.resize(600, 400);
    window.setPalette(QPalette(Qt::green, Qt::green));
    auto *text = new QPlainTextEdit(&window);
    text->setFrameShape(QFrame::NoFrame);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QPalette blackOnWhite(Qt::black, Qt::white);
    blackOnWhite.setColor(QPalette::Base, Qt::white);
    text->setPalette(blackOnWhite);
    text->setGeometry(120, 90, 200, 150);
    QTextCharFormat large;
    large.setFontPointSize(24);
    QTextCharFormat usual;
    usual.setFontPointSize(10);
    QTextCursor cursor(text->document());
    for (int line = 0; line < 40; ++line) {
        // Much wider than the view in the large letters only.
        cursor.insertText(QStringLiteral("short\nnot so large "), usual);
        cursor.insertText(QStringLiteral("but this is\n"), large);
    }
    text->verticalScrollBar()->setValue(21);
    const QRect view = text->geometry();
    const auto ink = [&](const QImage &image, const QRect &area) {
        int count = 0;
        for (int y = area.top(); y <= area.bottom(); ++y) {
            for (int x = area.left(); x <= area.right(); ++x)
                count += qGreen(image.pixel(x, y)) < 128;
        }
        return count;
    };
    const QImage wanted = shown(window, QStringLiteral("png"));
    const QImage image = shown(window, ending);
    const QRect outside = view.adjusted(-1, -1, 1, 1);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (!outside.contains(x, y))
                QCOMPARE(image.pixel(x, y) & RGB_MASK, qRgb(0, 255, 0) & RGB_MASK);
        }
    }
    int lines = 0;
    for (int top = view.top(); top + 25 <= view.bottom(); top += 25, ++lines) {
        const QRect band(view.left(), top, view.width(), 25);
        const int expected = ink(wanted, band);
        const int found = ink(image, band);
        QVERIFY2(found > expected / 2 && found < expected * 2,
            qPrintable(
                QStringLiteral("%1 in place of %2 at %3").arg(found).arg(expected).arg(top)));
    }
    QVERIFY(lines > 4);
}

void TestPicture::textIsAsWideInEveryFormat_data()
{
    clipsAreTheSameInEveryFormat_data();
}

void TestPicture::textIsAsWideInEveryFormat()
{
    class Line : public QWidget
    {
    public:
        void paintEvent(QPaintEvent *) override
        {
            QPainter painter(this);
            QFont fixed(QStringLiteral("monospace"));
            fixed.setPointSizeF(10.45 * 72 / logicalDpiX());
            painter.setFont(fixed);
            painter.drawText(QPoint(4, 20), QString(50, u'H'));
        }
    };
    QFETCH(const QString, ending);
    Line line;
    line.resize(400, 30);
    line.setPalette(QPalette(Qt::white, Qt::white));
    const auto end = [&](const QString &format) {
        const QImage image = shown(line, format);
        for (int x = image.width() - 1; x > 0; --x) {
            for (int y = 0; y < image.height(); ++y) {
                if (qGreen(image.pixel(x, y)) < 128)
                    return x;
            }
        }
        return 0;
    };
    const int wanted = end(QStringLiteral("png"));
    QVERIFY(wanted > 200);
    const int found = end(ending);
    QVERIFY2(std::abs(found - wanted) <= 4,
        qPrintable(QStringLiteral("%1 in place of %2").arg(found).arg(wanted)));
}

void TestPicture::textStaysTextAndLinesStayLines()
{
    QWidget window;
    window.resize(200, 160);
    auto *overflowing = new Overflowing(&window);
    overflowing->setGeometry(frame);
    (void)shown(window, QStringLiteral("svg"));
    QFile svg(m_folder.filePath(QStringLiteral("picture.svg")));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray words = svg.readAll();
    QVERIFY(words.contains(">inside</text>"));
    QVERIFY(words.contains(">hangs over</text>"));
    QVERIFY(!words.contains("<image"));

    (void)shown(window, QStringLiteral("pdf"));
    QProcess tool;
    tool.start(QStringLiteral("pdftotext"),
        {m_folder.filePath(QStringLiteral("picture.pdf")), QStringLiteral("-")});
    QVERIFY(tool.waitForFinished(120'000));
    const QByteArray text = tool.readAllStandardOutput();
    QVERIFY2(text.contains("inside") && text.contains("hangs over"), text.constData());
    tool.start(QStringLiteral("pdfimages"),
        {QStringLiteral("-list"), m_folder.filePath(QStringLiteral("picture.pdf"))});
    QVERIFY(tool.waitForFinished(120'000));
    QCOMPARE(tool.readAllStandardOutput().count('\n'), 2); // the heading
}

void TestPicture::stripesAreDrawnInEveryFormat_data()
{
    QTest::addColumn<QString>("ending");
    for (const auto *ending : {"png", "svg", "pdf"})
        QTest::addRow("%s", ending) << QString::fromLatin1(ending);
}

void TestPicture::stripesAreDrawnInEveryFormat()
{
    class Bar : public QWidget
    {
    public:
        void paintEvent(QPaintEvent *) override
        {
            QPainter painter(this);
            const Marks marks(Colours::light());
            marks.bar(painter, {10, 10, 160, 20}, 0.5, Marks::Fill::Hatched);
            marks.bar(painter, {10, 50, 160, 20}, 1, Marks::Fill::Crossed);
        }
    };
    QFETCH(const QString, ending);
    Bar bar;
    bar.resize(180, 80);
    bar.setPalette(QPalette(Qt::white, Qt::white));
    const QImage image = shown(bar, ending);
    const auto share = [&image](const QRect &area, const QColor &colour) {
        int like = 0;
        for (int y = area.top(); y <= area.bottom(); ++y) {
            for (int x = area.left(); x <= area.right(); ++x) {
                const QColor pixel = image.pixelColor(x, y);
                like += std::abs(pixel.red() - colour.red()) < 60
                    && std::abs(pixel.blue() - colour.blue()) < 60;
            }
        }
        return double(like) / (area.width() * area.height());
    };
    const Colours &colours = Colours::light();
    const double hatched = share({12, 12, 75, 16}, colours.expiring);
    QVERIFY2(hatched > 0.3 && hatched < 0.8, qPrintable(QString::number(hatched)));
    QCOMPARE(share({95, 12, 70, 16}, colours.expiring), 0.0);
    const double crossed = share({12, 52, 150, 16}, colours.violation);
    QVERIFY2(crossed > 0.3 && crossed < 0.95, qPrintable(QString::number(crossed)));
}

// The limit on a file's size refuses the rest of what is written, as a disk that becomes full does.
void TestPicture::fullDiskIsSaid()
{
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit narrow{10'000, before.rlim_max};
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &narrow), 0);
    const QString file = m_folder.filePath(QStringLiteral("large.csv"));
    const auto saved = saveText(QByteArray(100'000, 'x'), file);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_DFL);
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::BadInput);
    QCOMPARE(saved.error().detail,
        QStringLiteral("Cannot write %1: %2").arg(file, qt_error_string(EFBIG)));
    QVERIFY(!QFile::exists(file)); // as a whole or not at all

    const QString full = QStringLiteral("/dev/full");
    const auto refused = saveText("x", full);
    QVERIFY(!refused);
    QCOMPARE(refused.error().detail,
        QStringLiteral("Cannot write %1: %2").arg(full, qt_error_string(ENOSPC)));
}

void TestPicture::anotherEndingIsRefused()
{
    QWidget window;
    const QString file = m_folder.filePath(QStringLiteral("picture.bmp"));
    const auto saved = savePicture(window, file, {});
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::BadInput);
    QVERIFY(!QFile::exists(file));
}

QTEST_MAIN(TestPicture)
#include "tst_picture.moc"
