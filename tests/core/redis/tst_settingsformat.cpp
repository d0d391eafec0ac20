#include "core/redis/identity/settingsformat.h"
#include "tests/support/filecontents.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

// No file of this process may grow beyond 200 bytes meanwhile, which is what a disk that is nearly
// full is to who writes. Without any room QSettings does not even get its lock, and writes nothing.
class FullDisk
{
public:
    FullDisk()
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &m_limit);
        const rlimit none{200, m_limit.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_limit);
        std::signal(SIGXFSZ, m_handler);
    }
    Q_DISABLE_COPY_MOVE(FullDisk)

private:
    void (*m_handler)(int);
    rlimit m_limit{};
};

} // namespace

class TestSettingsFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyValueComesBack();
    void settingsOfQtsOwnFormatAreRead();
    void aFullDiskLeavesWhatWasThere();
    void whatAnotherProgramWroteIsKept();

private:
    [[nodiscard]] QString path() const
    {
        return m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction()) + u".conf"_s);
    }

    const QTemporaryDir m_folder;
};

void TestSettingsFormat::everyValueComesBack()
{
    const QByteArray bytes("\0\xff\n\"", 4);
    const QString text = u"=\"锁\"\n;"_s;
    const QStringList list{u"a, b"_s, QString(), text};
    {
        QSettings settings(path(), settingsFormat());
        settings.setValue(u"window/geometry"_s, bytes);
        settings.setValue(u"text"_s, text);
        settings.setValue(u"list"_s, list);
        settings.setValue(u"Lists/one"_s, QStringList{u"only"_s});
        settings.setValue(u"yes"_s, true);
    }
    const QByteArray written = contentsOf(path());
    QVERIFY2(written.startsWith('{') && written.contains(u"锁"_s.toUtf8()), written);
    QFile::copy(path(), path() + u".copy"_s); // of which QSettings remembers nothing
    const QSettings again(path() + u".copy"_s, settingsFormat());
    QCOMPARE(again.value(u"window/geometry"_s).toByteArray(), bytes);
    QCOMPARE(again.value(u"text"_s).toString(), text);
    QCOMPARE(again.value(u"list"_s).toStringList(), list);
    QCOMPARE(again.value(u"Lists/one"_s).toStringList(), QStringList{u"only"_s});
    QCOMPARE(again.value(u"yes"_s).toBool(), true);
}

void TestSettingsFormat::settingsOfQtsOwnFormatAreRead()
{
    const QByteArray bytes("\0\xff\n\"", 4);
    {
        QSettings before(path(), QSettings::NativeFormat);
        before.setValue(u"window/geometry"_s, bytes);
        before.setValue(u"lab/solved"_s, QStringList{u"a"_s, u"b"_s});
    }
    QFile::copy(path(), path() + u".copy"_s);
    {
        QSettings settings(path() + u".copy"_s, settingsFormat());
        QCOMPARE(settings.value(u"window/geometry"_s).toByteArray(), bytes);
        settings.setValue(u"theme"_s, u"dark"_s);
    }
    const QByteArray written = contentsOf(path() + u".copy"_s);
    QVERIFY2(written.startsWith('{'), written);
    QFile::copy(path() + u".copy"_s, path() + u".json"_s);
    const QSettings again(path() + u".json"_s, settingsFormat());
    QCOMPARE(again.value(u"window/geometry"_s).toByteArray(), bytes);
    QCOMPARE(again.value(u"lab/solved"_s).toStringList(), (QStringList{u"a"_s, u"b"_s}));
    QCOMPARE(again.value(u"theme"_s).toString(), u"dark"_s);
}

void TestSettingsFormat::aFullDiskLeavesWhatWasThere()
{
    QSettings settings(path(), settingsFormat());
    settings.setValue(u"theme"_s, u"dark"_s);
    settings.setValue(u"window/geometry"_s, QByteArray(1000, 'x'));
    settings.sync();
    const QByteArray before = contentsOf(path());
    QVERIFY(before.contains("dark"));
    {
        const FullDisk full;
        settings.setValue(u"theme"_s, u"light"_s);
        settings.sync();
        QCOMPARE(settings.status(), QSettings::AccessError);
        QCOMPARE(contentsOf(path()), before);
    }
    settings.setValue(u"language"_s, u"en"_s);
    settings.sync();
    QFile::copy(path(), path() + u".copy"_s);
    const QSettings again(path() + u".copy"_s, settingsFormat());
    QCOMPARE(again.value(u"theme"_s).toString(), u"light"_s);
    QCOMPARE(again.value(u"language"_s).toString(), u"en"_s);
}

void TestSettingsFormat::whatAnotherProgramWroteIsKept()
{
    QSettings one(path(), settingsFormat());
    one.setValue(u"a"_s, 1);
    one.sync();
    const QString another = m_folder.filePath(u"another.conf"_s);
    QFile::copy(
        path(), another); // as another process sees the same file, without what this one has read
    QSettings two(another, settingsFormat());
    two.setValue(u"b"_s, 2);
    two.sync();
    QVERIFY(QFile::remove(path()) && QFile::copy(another, path()));
    one.setValue(u"c"_s, 3);
    one.sync();
    QCOMPARE(one.allKeys(), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
}

QTEST_GUILESS_MAIN(TestSettingsFormat)
#include "tst_settingsformat.moc"
