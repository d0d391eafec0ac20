#include "app/window/windowexport.h"

#include "app/window/warningbox.h"
#include "core/redis/threads/runonthread.h"
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
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

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

// The snapshot with the rows that the tables still show, but without pinned keys that were never
// seen.
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

// The snapshot with only the rows that match the filter.
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

WindowExport::WindowExport(MainWindow *window, JournalView *journal)
    : m_window(window)
    , m_journal(journal)
{
    connect(window, &MainWindow::exportRequested, this, &WindowExport::exportShown);
    connect(journal, &JournalView::exportRequested, this, &WindowExport::exportJournal);
}

void WindowExport::exportShown(Kind kind)
{
    const bool isPicture = kind == Kind::Png || kind == Kind::Svg || kind == Kind::Pdf;
    const auto text = isPicture ? Text() : shownText(kind);
    if (!text)
        return openWarning(m_window, text.error().detail);
    const QString ending = endingOf(kind);
    auto *dialog = openDialog(tr("Export"), suggestedName(m_window->page(), ending), ending);
    connect(dialog, &QFileDialog::fileSelected, this, [this, text = *text](const QString &file) {
        if (text)
            saveOnThread(file, text);
        else
            onSaved(file, savePictureOfShown(file));
    });
}

void WindowExport::exportJournal(JournalBar::ExportKind kind, bool all)
{
    const auto text = m_journal->exportText(kind, all, m_server);
    const QString ending = endingOf(kind == JournalBar::ExportKind::Csv ? Kind::Csv : Kind::Json);
    const QString now = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    auto *dialog = openDialog(tr("Export the journal"),
        QStringLiteral("lockstep-journal-%1.%2").arg(now, ending), ending);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, text](const QString &file) { saveOnThread(file, text); });
}

Result<WindowExport::Text> WindowExport::shownText(Kind kind)
{
    if (m_window->page() == MainWindow::Page::Lab)
        return labText(*m_window->labPage(), labTextOf(kind));
    const QString filter = m_window->filter();
    const auto snapshot = filtered(asInTheTables(*m_window->watchPage()), filter);
    return [kind, snapshot, filter] {
        return kind == Kind::Csv ? snapshotToCsv(snapshot) : jsonOf(snapshot, filter);
    };
}

Result<void> WindowExport::savePictureOfShown(const QString &file)
{
    m_window->watchPage()->bringUpToDate();
    const auto part = m_window->exportedPart();
    if (!part)
        return savePicture(*m_window, file, {});
    const auto slide = LabSlide::make(*m_window->labPage(), *part);
    return slide ? savePicture((*slide)->picture(), file, {})
                 : Result<void>(tl::unexpected(slide.error()));
}

void WindowExport::saveOnThread(const QString &file, Text text)
{
    runOnThread(
        this, [file, text = std::move(text)] { return saveText(text(), file); },
        [this, file](const Result<void> &saved) { onSaved(file, saved); });
}

// The dialog opens in the folder of the last export.
QFileDialog *WindowExport::openDialog(
    const QString &title, const QString &name, const QString &ending)
{
    auto *dialog = new QFileDialog(m_window, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    dialog->setNameFilter(QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending));
    if (const QString folder = QSettings().value(folderKey).toString(); QDir(folder).exists())
        dialog->setDirectory(folder);
    dialog->selectFile(name);
    dialog->open();
    return dialog;
}

void WindowExport::onSaved(const QString &file, const Result<void> &saved)
{
    if (!saved) {
        const bool isSentence = saved.error().code == ErrorCode::BadInput;
        openWarning(
            m_window, isSentence ? saved.error().detail : errorMessage(saved.error(), m_server));
        return;
    }
    QSettings().setValue(folderKey, QFileInfo(file).absolutePath());
    m_window->showNotice(
        [file] { return tr("Saved %1.").arg(foreignWords(QDir::toNativeSeparators(file))); });
}

} // namespace lockstep
