// The READMEs lead strangers to files, folders, types and functions by their names, in back quotes.
// Whatever is renamed or removed has to be renamed or removed there, too. Their links have to lead
// somewhere.

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

const QString top = QStringLiteral(LOCKSTEP_SOURCE "/");

QString textOf(const QString &path)
{
    QFile file(top + path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

// The headings of a page, as GitHub and GitLab make anchors of them.
QSet<QString> anchorsOf(const QString &text)
{
    static const QRegularExpression heading(u"^#+ (.+)$"_s, QRegularExpression::MultilineOption);
    static const QRegularExpression dropped(u"[^\\w\\- ]"_s);
    QSet<QString> anchors;
    for (auto each = heading.globalMatch(text); each.hasNext();)
        anchors << each.next().captured(1).toLower().remove(dropped).replace(u' ', u'-');
    return anchors;
}

} // namespace

class TestReadmes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void namesThatAReadmeHasExist_data();
    void namesThatAReadmeHasExist();
    void whatAReadmeSaysIsInAFileIsThere_data() { namesThatAReadmeHasExist_data(); }
    void whatAReadmeSaysIsInAFileIsThere();
    void linksLeadSomewhere_data() { namesThatAReadmeHasExist_data(); }
    void linksLeadSomewhere();
    void otherReadmesAreLinked_data() { namesThatAReadmeHasExist_data(); }
    void otherReadmesAreLinked();
    void recipesHaveEveryFileThatAsksForAKind_data();
    void recipesHaveEveryFileThatAsksForAKind();

private:
    [[nodiscard]] QStringList meantBy(const QString &readme, const QString &path) const;

    QStringList m_files; // of the folders that have READMEs, relative to the project
    QSet<QString> m_words; // in the sources, and the names of files
};

void TestReadmes::initTestCase()
{
    static const QRegularExpression isSource(u"\\.(cpp|h|txt|lua|json)$"_s);
    static const QRegularExpression word(u"\\w+"_s);
    m_files << u"README.md"_s << u"CMakePresets.json"_s;
    for (const char *const folder : {"app", "core", "resources", "tests", "ui"}) {
        QDirIterator it(top + QLatin1String(folder), QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            m_files << it.next().mid(top.size());
    }
    for (const QString &path : std::as_const(m_files)) {
        for (const QString &part : path.split(u'/'))
            m_words << part << part.section(u'.', 0, 0);
        if (!isSource.match(path).hasMatch())
            continue;
        for (auto each = word.globalMatch(textOf(path)); each.hasNext();)
            m_words << each.next().captured();
    }
}

void TestReadmes::namesThatAReadmeHasExist_data()
{
    QTest::addColumn<QString>("path");
    for (const QString &path : std::as_const(m_files)) {
        if (path.endsWith(u"README.md"))
            QTest::newRow(qPrintable(path)) << path;
    }
}

// The files and folders that are meant: from the project, from the README's folder, or the end of
// a path.
QStringList TestReadmes::meantBy(const QString &readme, const QString &path) const
{
    const QString here = readme.left(readme.lastIndexOf(u'/') + 1);
    for (const QString &each : {here + path, path}) {
        if (QFile::exists(top + each))
            return {each};
    }
    return m_files.filter(QRegularExpression(u'/' + QRegularExpression::escape(path) + u'$'));
}

void TestReadmes::namesThatAReadmeHasExist()
{
    QFETCH(const QString, path);
    static const QRegularExpression quoted(u"`([^`\\n]+)`"_s);
    static const QRegularExpression file(u"^[\\w./-]+\\.(cpp|h|md|lua|json|ts|txt)$"_s);
    static const QRegularExpression folder(u"^(app|core|resources|tests|ui)(/\\w+)+$"_s);
    static const QRegularExpression name(u"^(\\w+::)*\\w+(\\(\\))?$"_s);
    static const QRegularExpression placeholder(u"\\b(tst_)?(NAME|ID|lockstep_CODE)\\.\\w+$"_s);
    static const QRegularExpression word(u"\\w+"_s);
    int checked = 0;
    const QString text = textOf(path);
    for (auto each = quoted.globalMatch(text); each.hasNext();) {
        const QString said = each.next().captured(1);
        if (placeholder.match(said).hasMatch() || said == u"qcustomplot.h")
            continue;
        ++checked;
        if (file.match(said).hasMatch() || folder.match(said).hasMatch()) {
            QVERIFY2(!meantBy(path, said).isEmpty(), qPrintable(said));
        } else if (name.match(said).hasMatch()) {
            for (auto part = word.globalMatch(said); part.hasNext();)
                QVERIFY2(m_words.contains(part.next().captured()), qPrintable(said));
        }
    }
    QVERIFY2(checked > 0, "the README names nothing");
}

// "`retry()` and `pause` in `connection.cpp`".
void TestReadmes::whatAReadmeSaysIsInAFileIsThere()
{
    QFETCH(const QString, path);
    static const QRegularExpression inFile(
        u"((?:`[\\w:]+(?:\\(\\))?`(?:, | and )?)+)\\s(?:in|of)\\s`([\\w./-]+\\.(?:cpp|h))`"_s);
    static const QRegularExpression word(u"\\w+"_s);
    const QString text = textOf(path);
    for (auto each = inFile.globalMatch(text); each.hasNext();) {
        const auto found = each.next();
        QString sources;
        for (const QString &file : meantBy(path, found.captured(2)))
            sources += textOf(file);
        for (auto name = word.globalMatch(found.captured(1)); name.hasNext();) {
            const QString said = name.next().captured();
            QVERIFY2(QRegularExpression(u"\\b%1\\b"_s.arg(said)).match(sources).hasMatch(),
                qPrintable(u"%1 in %2"_s.arg(said, found.captured(2))));
        }
    }
}

void TestReadmes::linksLeadSomewhere()
{
    QFETCH(const QString, path);
    static const QRegularExpression link(u"\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)"_s);
    const QString here = path.left(path.lastIndexOf(u'/') + 1);
    const QString text = textOf(path);
    for (auto each = link.globalMatch(text); each.hasNext();) {
        const auto found = each.next();
        const QString target = found.captured(1);
        if (target.startsWith(u"http"))
            continue;
        QVERIFY2(QFile::exists(top + here + target), qPrintable(found.captured()));
        const QString anchor = found.captured(2);
        if (!anchor.isEmpty())
            QVERIFY2(anchorsOf(target.isEmpty() ? text : textOf(here + target)).contains(anchor),
                qPrintable(found.captured()));
    }
}

// "See its README" and a bare path to one send the reader to look for it.
void TestReadmes::otherReadmesAreLinked()
{
    QFETCH(const QString, path);
    static const QRegularExpression unlinked(
        u"(\\b(its|their|whose)\\s+README|`[\\w./]+/README\\.md`)(?!\\]\\()"_s);
    const auto found = unlinked.match(textOf(path));
    QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
}

// Most of these files ask for single kinds, so the compiler does not tell who adds one to look
// there.
void TestReadmes::recipesHaveEveryFileThatAsksForAKind_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("heading");
    QTest::addColumn<QString>("asks");
    QTest::newRow("check") << u"core/lab/checks/README.md"_s << u"How to add a check"_s
                           << u"Kind::(HoldersAtMost|Count(AtMost|AtLeast)|SumEquals|"
                              "Value(AtMost|AtLeast)|TtlPresent|(Released|Renewed)ByOwner|"
                              "InOrder|AdmittedAtMost|NobodyWaits)\\b"_s;
    QTest::newRow("fault") << u"core/lab/freerun/README.md"_s << u"How to add a fault"_s
                           << u"Incident::Kind\\b"_s;
}

void TestReadmes::recipesHaveEveryFileThatAsksForAKind()
{
    QFETCH(const QString, path);
    QFETCH(const QString, heading);
    QFETCH(const QString, asks);
    const QRegularExpression asking(asks);
    const QString recipe = textOf(path).section(u"\n## "_s + heading, 1);
    int files = 0;
    for (const QString &each : std::as_const(m_files)) {
        if (each.startsWith(u"tests/") || !each.endsWith(u".cpp")
            || !asking.match(textOf(each)).hasMatch())
            continue;
        ++files;
        QVERIFY2(recipe.contains(each.section(u'/', -1)), qPrintable(each));
    }
    QVERIFY(files > 5);
}

QTEST_GUILESS_MAIN(TestReadmes)
#include "tst_readmes.moc"
