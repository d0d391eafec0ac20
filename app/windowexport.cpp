// What is exported is what was shown when it was asked for, however long the name takes. Texts are
// written on a thread of their own: a round may have a million operations.

#include "app/watchwindow.h"
#include "core/watch/snapshotjson.h"
#include "ui/export/csv.h"
#include "ui/export/picture.h"
#include "ui/lab/labexport.h"
#include "ui/lab/labpage.h"
#include "ui/watch/journalview.h"
#include "ui/watch/watchpage.h"

#include <QDateTime>
#include <QFileDialog>
#include <QJsonDocument>
#include <QThread>

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

} // namespace

Result<std::function<QByteArray()>> WatchWindow::shownText(Kind kind)
{
    if (m_window.page() == MainWindow::Page::Lab)
        return labText(*m_window.labPage(), labTextOf(kind));
    return [kind, snapshot = m_window.watchPage()->shownSnapshot()] {
        return kind == Kind::Csv ? snapshotToCsv(snapshot)
                                 : QJsonDocument(snapshotToJson(snapshot)).toJson();
    };
}

void WatchWindow::exportAs(Kind kind)
{
    const bool isPicture = kind == Kind::Png || kind == Kind::Svg || kind == Kind::Pdf;
    const auto text = isPicture ? std::function<QByteArray()>() : shownText(kind);
    if (!text)
        return tell(text.error().detail);
    const QString ending = endingOf(kind);
    auto *dialog = new QFileDialog(&m_window, tr("Export"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    dialog->setNameFilter(QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending));
    connect(dialog, &QFileDialog::fileSelected, this, [this, text = *text](const QString &file) {
        if (text)
            return exportText(file, text);
        if (const auto saved = savePicture(m_window, file, {}); !saved)
            tell(saved.error());
    });
    dialog->open();
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
    connect(thread, &QThread::finished, this, [this, saved] {
        if (!*saved)
            tell(saved->error());
    });
    thread->start();
}

} // namespace lockstep
