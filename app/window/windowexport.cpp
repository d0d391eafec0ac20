// Part of WatchWindow. What is exported is what was shown when it was asked for, however long the
// name takes. Texts are written on a thread of their own: a round may have a million operations.

#include "app/window/watchwindow.h"
#include "core/redis/values/terminaltext.h"
#include "core/watch/snapshot/snapshotjson.h"
#include "ui/export/picture.h"
#include "ui/export/snapshotcsv.h"
#include "ui/lab/page/labexport.h"
#include "ui/text/errormessage.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/rows/itemfilter.h"
#include "ui/watch/tables/itemtable.h"

#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QThread>

#include <algorithm>

namespace lockstep {

namespace {

using Kind = MainWindow::ExportKind;

QString endingOf(Kind kind)
{
    switch (kind) {
    case Kind::Csv:
        return QStringLiteral("csv");
    case Kind::Json:
        return QStringLiteral("json");
    case Kind::TraceText:
        return QStringLiteral("txt");
    case Kind::Png:
        return QStringLiteral("png");
    case Kind::Svg:
        return QStringLiteral("svg");
    case Kind::Pdf:
        break;
    }
    return QStringLiteral("pdf");
}

LabText labTextOf(Kind kind)
{
    return kind == Kind::Csv ? LabText::Csv
        : kind == Kind::Json ? LabText::Json
                             : LabText::TraceText;
}

const QString folderKey = QStringLiteral("exportFolder");

QString suggestedName(MainWindow::Page page, const QString &ending)
{
    const auto *shown = page == MainWindow::Page::Lab ? "lab"
        : page == MainWindow::Page::Server            ? "server"
                                                      : "watch";
    return QStringLiteral("lockstep-%1-%2.%3")
        .arg(QLatin1String(shown),
            QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")), ending);
}

// With the rows that linger in the tables, but for those of pinned keys that were never seen.
Snapshot asInTheTables(const WatchPage &page)
{
    Snapshot shown = page.shownSnapshot();
    const auto take = [&page](Snapshot::Items &items, Family family) {
        std::vector<ItemPtr> rows = *page.table(family)->shownItems();
        std::erase_if(rows, [](const ItemPtr &item) { return !item->format; });
        items = std::make_shared<const std::vector<ItemPtr>>(std::move(rows));
    };
    take(shown.counters, Family::Counter);
    take(shown.buckets, Family::Bucket);
    take(shown.locks, Family::Lock);
    return shown;
}

// What the filter lets through, as it stands in the tables.
Snapshot filtered(const Snapshot &snapshot, const QString &filter)
{
    const ItemFilter wanted(filter);
    if (wanted.isEmpty())
        return snapshot;
    Snapshot shown = snapshot;
    for (Snapshot::Items *items : {&shown.counters, &shown.buckets, &shown.locks}) {
        std::vector<ItemPtr> matching;
        std::copy_if((*items)->begin(), (*items)->end(), std::back_inserter(matching),
            [&](const ItemPtr &item) { return wanted.matches(*item, snapshot.takenAt); });
        *items = std::make_shared<const std::vector<ItemPtr>>(std::move(matching));
    }
    return shown;
}

QByteArray jsonOf(const Snapshot &snapshot, const QString &filter)
{
    QJsonObject json = snapshotToJson(snapshot);
    json.insert(QStringLiteral("filter"), filter.isEmpty() ? QJsonValue() : QJsonValue(filter));
    return terminalText(QJsonDocument(json).toJson());
}

} // namespace

Result<std::function<QByteArray()>> WatchWindow::shownText(Kind kind)
{
    if (m_window.page() == MainWindow::Page::Lab)
        return labText(*m_window.labPage(), labTextOf(kind));
    const QString filter = m_window.filter();
    const auto snapshot = filtered(asInTheTables(*m_window.watchPage()), filter);
    return [kind, snapshot, filter] {
        return kind == Kind::Csv ? snapshotToCsv(snapshot) : jsonOf(snapshot, filter);
    };
}

void WatchWindow::exportAs(Kind kind)
{
    const bool isPicture = kind == Kind::Png || kind == Kind::Svg || kind == Kind::Pdf;
    const auto text = isPicture ? std::function<QByteArray()>() : shownText(kind);
    if (!text)
        return showWarning(text.error().detail);
    const QString ending = endingOf(kind);
    auto *dialog = new QFileDialog(&m_window, tr("Export"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    dialog->setNameFilter(QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending));
    if (const QString folder = QSettings().value(folderKey).toString(); QDir(folder).exists())
        dialog->setDirectory(folder);
    dialog->selectFile(suggestedName(m_window.page(), ending));
    connect(dialog, &QFileDialog::fileSelected, this, [this, text = *text](const QString &file) {
        if (text)
            return exportText(file, text);
        if (const auto saved = saveShown(file); !saved)
            saved.error().code == ErrorCode::BadInput ? showWarning(saved.error().detail)
                                                      : showWarning(saved.error());
        else
            tellExported(file);
    });
    dialog->open();
}

Result<void> WatchWindow::saveShown(const QString &file)
{
    const auto part = m_window.exportedPart();
    if (!part)
        return savePicture(m_window, file, {});
    const auto slide = LabSlide::make(*m_window.labPage(), *part);
    return slide ? savePicture((*slide)->picture(), file, {})
                 : Result<void>(tl::unexpected(slide.error()));
}

void WatchWindow::exportJournal(JournalBar::ExportKind kind, bool all)
{
    const bool isCsv = kind == JournalBar::ExportKind::Csv;
    const QString ending = endingOf(isCsv ? Kind::Csv : Kind::Json);
    const QString now = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    auto *dialog = new QFileDialog(&m_window, tr("Export the journal"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    dialog->setNameFilter(QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending));
    dialog->selectFile(QStringLiteral("lockstep-journal-%1.%2").arg(now, ending));
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, text = m_journal->exportText(kind, all, m_source.endpoint.display())](
            const QString &file) { exportText(file, text); });
    dialog->open();
}

void WatchWindow::exportText(const QString &file, std::function<QByteArray()> text)
{
    const auto saved = std::make_shared<Result<void>>();
    QThread *thread = QThread::create([=] { *saved = saveText(text(), file); });
    connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    connect(thread, &QThread::finished, this, [this, saved, file] {
        if (!*saved)
            showWarning(saved->error());
        else
            tellExported(file);
    });
    thread->start();
}

void WatchWindow::tellExported(const QString &file)
{
    QSettings().setValue(folderKey, QFileInfo(file).absolutePath());
    m_window.showNotice(tr("Saved %1.").arg(foreignWords(QDir::toNativeSeparators(file))));
}

} // namespace lockstep
