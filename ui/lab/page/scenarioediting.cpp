// A draft is saved and read by startSaving(), in the background; showResult() receives the result,
// and publish() gives it to the lab. Only one draft is under way at a time. The synchronous
// saveSomewhere() is used when editing ends, because the text has to be somewhere before it is
// dropped.

#include "ui/lab/page/scenarioediting.h"

#include "core/lab/loader/scenariocopy.h"
#include "ui/lab/program/editrow.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/scenarios/copysuffix.h"
#include "ui/text/wording.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

// The line and the sentence of a mistake "FILE:LINE: …".
std::pair<int, QString> parted(const QString &mistake)
{
    static const QRegularExpression place(
        QStringLiteral("^.*?:(\\d+): (.*)$"), QRegularExpression::DotMatchesEverythingOption);
    const auto match = place.match(mistake);
    return match.hasMatch() ? std::pair(match.captured(1).toInt(), match.captured(2))
                            : std::pair(0, mistake);
}

// Whether the file has as many bytes as the text: one of which only the beginning was read has
// more.
bool isAsLong(const QString &path, const QByteArray &text)
{
    return QFileInfo(path).size() == text.size();
}

} // namespace

ScenarioEditing::ScenarioEditing(ProgramView *listing, EditRow *row, QObject *parent)
    : QObject(parent)
    , m_listing(listing)
    , m_row(row)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(rest);
    connect(&m_rest, &QTimer::timeout, this, &ScenarioEditing::startSaving);
    connect(listing, &QPlainTextEdit::textChanged, this, [this] {
        if (isEditing())
            m_rest.start();
    });
    connect(&m_saver, &DraftSaver::done, this, [this](const DraftResult &result) {
        if (isEditing())
            takeResult(result);
    });
    connect(row, &EditRow::firstChosen, this, &ScenarioEditing::chooseFirst);
    connect(row, &EditRow::secondChosen, this, &ScenarioEditing::chooseSecond);
}

ScenarioEditing::~ScenarioEditing()
{
    waitForSaver();
}

void ScenarioEditing::setFiles(OwnFiles *files, const QString &folder, ReadScenario read)
{
    m_files = files;
    m_copies = DraftCopies(folder);
    m_read = std::move(read);
}

QString ScenarioEditing::makeCopy(const Scenario &original)
{
    const auto [path, reason] = m_copies.write(
        [&](int number) {
            return QString::fromUtf8(CopyNumber{original.id, number}.id());
        },
        [&](int number) { return copyOfScenario(original, number, copySuffix(number)); });
    if (reason.isEmpty())
        m_files->open(path);
    else
        Q_EMIT failed(tr("A copy cannot be written to %1: %2.").arg(path, reason));
    return reason.isEmpty() ? path : QString();
}

void ScenarioEditing::begin(const OwnFile &file, const ScenarioPtr &original)
{
    if (!end())
        return;
    if (!ProgramView::canShow(file.source)) {
        Q_EMIT failed(tr("%1 cannot be edited here without changing more than you write: it is not "
                         "plain UTF-8 text with lines that end as on Linux.")
                          .arg(wording::key(QFileInfo(file.path).fileName().toUtf8(), 80)));
        return;
    }
    if (!isAsLong(file.path, file.source)) {
        Q_EMIT failed(
            tr("%1 cannot be edited here: what is shown is not the whole file, of which at "
               "most 1 MiB is read.")
                .arg(wording::key(QFileInfo(file.path).fileName().toUtf8(), 80)));
        return;
    }
    const auto copy = copyNumberOf(file.source);
    m_draft = {file.path, file.source, file.source,
        original && copy ? copyOfScenario(*original, copy->number, copySuffix(copy->number))
                         : file.source};
    m_result.reset();
    m_listing->setEditable(true);
    startSaving();
    showState();
    Q_EMIT begun();
}

// Saves and reads the text, one draft at a time; what is typed meanwhile comes next.
void ScenarioEditing::startSaving()
{
    m_rest.stop();
    if (!isEditing() || m_saver.isBusy())
        return;
    const QByteArray text = m_listing->source();
    const bool isKnown = m_result && m_result->text == text
        && m_result->saving == DraftResult::Saving::Saved && m_draft.saved == text;
    if (isKnown)
        return showResult();
    m_draft.text = text;
    m_saver.start(m_draft, m_read);
}

// Waits for the saver and notes what it has written, so that it is not taken for a change by
// another program.
void ScenarioEditing::waitForSaver()
{
    const auto result = m_saver.wait();
    if (result && result->saving == DraftResult::Saving::Saved && isEditing())
        noteSaved(*result);
}

// Notes the stamp of what we wrote and not that of the file now, so that a later change by another
// program is noticed.
void ScenarioEditing::noteSaved(const DraftResult &result)
{
    if (!result.stamp)
        return;
    m_draft.saved = result.text;
    m_files->noteWritten(m_draft.path, *result.stamp);
}

void ScenarioEditing::takeResult(const DraftResult &result)
{
    using Saving = DraftResult::Saving;
    m_result = result;
    if (result.saving == Saving::Saved)
        noteSaved(result);
    const bool isCreated = m_draft.mayCreate && result.saving == Saving::Saved;
    if (result.saving != Saving::Failed)
        m_draft.mayCreate = false; // the user's word counts for one time
    // A reading that found no file may still be under way. It is older than this text, and is
    // ignored.
    if (isCreated)
        m_files->put({m_draft.path, result.scenario, result.text, result.mistake});
    showResult();
}

void ScenarioEditing::showResult()
{
    const DraftResult &result = *m_result; // until publish(), which may replace it
    m_listing->setLineChanges(result.changes);
    showState();
    if (m_listing->source() != result.text) {
        m_rest.start();
        if (m_isToApply)
            startSaving();
        return;
    }
    // Where the lab has a text with a mistake, nothing can be run that would apply the draft.
    const bool isMended = result.mistake.isEmpty() && hasMistake();
    if (!m_isToApply && !isMended)
        return;
    m_isToApply = false;
    const auto then = std::exchange(m_then, {});
    if (result.saving != DraftResult::Saving::Saved)
        return;
    publish();
    if (then)
        then();
}

// Whether the text that the lab has of the file cannot be run.
bool ScenarioEditing::hasMistake() const
{
    const auto &files = m_files->files();
    return std::any_of(files.begin(), files.end(),
        [&](const OwnFile &each) { return each.path == m_draft.path && !each.mistake.isEmpty(); });
}

void ScenarioEditing::publish()
{
    m_listing->document()->setModified(false);
    m_files->put({m_draft.path, m_result->scenario, m_result->text, m_result->mistake});
}

void ScenarioEditing::apply(std::function<void()> then)
{
    const bool isOpen = m_result && m_result->saving != DraftResult::Saving::Saved;
    if (!isEditing() || (!m_listing->document()->isModified() && !isOpen)) {
        if (then)
            then();
        return;
    }
    m_isToApply = true;
    if (then)
        m_then = std::move(then);
    startSaving();
}

bool ScenarioEditing::end()
{
    if (!isEditing())
        return true;
    if (const QString reason = saveSomewhere(); !reason.isEmpty()) {
        showState();
        Q_EMIT failed(reason);
        return false;
    }
    close();
    return true;
}

QString ScenarioEditing::endForGood()
{
    if (!isEditing())
        return {};
    const QString reason = saveSomewhere();
    const QString told = reason.isEmpty() ? QString() : DraftCopies::saveTemporarily(m_draft);
    close();
    return told;
}

// Saves into the file, or if that fails as a copy.
QString ScenarioEditing::saveSomewhere()
{
    m_rest.stop();
    waitForSaver();
    m_isToApply = false;
    m_then = {};
    m_draft.text = m_listing->source();
    const bool isSaved = m_draft.text == m_draft.saved && !m_listing->document()->isModified();
    const bool mayStay = QFileInfo::exists(m_draft.path) || !hasWritten();
    if (isSaved && mayStay && !m_draft.mayCreate)
        return {};
    m_result = saveAndRead(m_draft, m_read);
    if (m_result->saving != DraftResult::Saving::Saved)
        return saveElsewhere(true);
    noteSaved(*m_result);
    publish();
    return {};
}

void ScenarioEditing::close()
{
    m_rest.stop();
    m_isToApply = false;
    m_then = {};
    m_draft = {};
    m_result.reset();
    m_row->hide();
    m_listing->setEditable(false);
    Q_EMIT ended();
}

// Saves as a copy what could not be saved into the file.
QString ScenarioEditing::saveElsewhere(bool isOpened)
{
    const QString name = QFileInfo(m_draft.path).completeBaseName();
    const auto [path, reason] = m_copies.write(
        [&](int number) { return number > 1 ? name + u'-' + QString::number(number) : name; },
        [this](int) { return m_draft.text; }, m_draft.path);
    if (!reason.isEmpty())
        return tr("What you wrote could not be saved, neither as %1 nor as %2: %3. Make one of the "
                  "two possible and try again, or undo what you wrote to give it up.")
            .arg(m_draft.path, path, reason);
    isOpened ? m_files->open(path) : m_files->add(path);
    Q_EMIT kept(path, isOpened);
    return {};
}

bool ScenarioEditing::noteFile(const OwnFile &file)
{
    if (!isEditing() || file.path != m_draft.path)
        return false;
    if (m_draft.mayCreate) {
        m_rest.start(); // what was read may be older than what we create; saving sees what is there
        return true;
    }
    if (!QFileInfo::exists(file.path)) {
        noteGone();
        return true;
    }
    const bool isOurs = file.source == m_draft.saved || file.source == m_draft.text
        || file.source == m_listing->source();
    if (isOurs) {
        if (m_result && m_result->saving != DraftResult::Saving::Saved)
            startSaving(); // what kept it from being saved may be over
        return true;
    }
    const bool canFollow = ProgramView::canShow(file.source) && isAsLong(file.path, file.source);
    if (!hasWritten() && canFollow && !file.source.isEmpty()) {
        m_draft.saved = file.source;
        m_listing->replaceText(file.source);
        m_listing->document()->clearUndoRedoStacks();
        startSaving();
        return true;
    }
    waitForSaver();
    showUnsaved(DraftResult::Saving::ChangedByOthers, file.source);
    return true;
}

void ScenarioEditing::noteGone()
{
    waitForSaver(); // which may have found the file, and write it anew
    if (QFileInfo::exists(m_draft.path))
        m_rest.start(); // later, because the page is still taking over what was read
    else
        showUnsaved(DraftResult::Saving::Gone, {});
}

void ScenarioEditing::showUnsaved(DraftResult::Saving saving, const QByteArray &found)
{
    m_result.emplace();
    m_result->text = m_listing->source();
    m_result->saving = saving;
    m_result->found = found;
    m_result->changes = m_listing->lineChanges();
    showState();
}

// Whether the user has written anything since the file was opened or last read again, saved or not.
bool ScenarioEditing::hasWritten() const
{
    return m_listing->document()->isUndoAvailable();
}

void ScenarioEditing::showState()
{
    using Saving = DraftResult::Saving;
    const QString file = wording::key(QFileInfo(m_draft.path).fileName().toUtf8(), 60);
    const bool hasReference = m_draft.reference != m_listing->source();
    if (m_result && m_result->saving == Saving::ChangedByOthers)
        return m_row->show(
            tr("%1 was changed by another program. What you wrote is not saved.").arg(file), true,
            tr("Keep mine"), tr("Take the file's"));
    if (m_result && m_result->saving == Saving::Gone)
        return m_row->show(
            tr("%1 was deleted or moved by another program. What is written here is not saved.")
                .arg(file),
            true, tr("Save it again"));
    if (m_result && m_result->saving == Saving::Failed)
        return m_row->show(tr("Not saved to %1: %2.").arg(m_draft.path, m_result->reason), true,
            tr("Try again"), tr("Save a copy"));
    const QString revert = hasReference ? tr("Revert") : QString();
    const auto [line, sentence] = parted(m_result ? m_result->mistake : QString());
    m_listing->setMistakenLine(line);
    if (sentence.isEmpty())
        return m_row->show(tr("Saved as %1. Esc ends editing.").arg(file), false, revert);
    m_row->show(line > 0 ? tr("Line %1: %2").arg(line).arg(sentence) : sentence, false, revert);
}

void ScenarioEditing::revert()
{
    m_listing->replaceText(m_draft.reference);
    startSaving();
}

void ScenarioEditing::chooseFirst()
{
    using Saving = DraftResult::Saving;
    if (!m_result || m_result->saving == Saving::Saved)
        revert();
    else if (m_result->saving == Saving::ChangedByOthers)
        keepMine();
    else if (m_result->saving == Saving::Gone)
        createAgain();
    else
        startSaving();
    m_listing->setFocus();
}

// Only a conflict and a failure offer a second way.
void ScenarioEditing::chooseSecond()
{
    if (!m_result)
        return;
    if (m_result->saving == DraftResult::Saving::ChangedByOthers)
        takeTheirs();
    else if (m_result->saving == DraftResult::Saving::Failed)
        end(); // saves it elsewhere
    m_listing->setFocus();
}

void ScenarioEditing::keepMine()
{
    waitForSaver();
    m_draft.saved = m_result->found;
    m_result.reset();
    startSaving();
}

void ScenarioEditing::createAgain()
{
    waitForSaver();
    m_draft.mayCreate = true;
    startSaving();
}

// Replaces the draft by what another program has written. Undo brings the draft back.
void ScenarioEditing::takeTheirs()
{
    waitForSaver();
    if (!ProgramView::canShow(m_result->found) || !isAsLong(m_draft.path, m_result->found))
        return abandonFile();
    m_draft.saved = m_result->found;
    m_listing->replaceText(m_result->found);
    m_result.reset();
    startSaving();
}

// Gives up the file because what is in it cannot be edited here. It stays as it is, and the draft
// becomes a copy.
void ScenarioEditing::abandonFile()
{
    m_draft.text = m_listing->source();
    if (const QString reason = saveElsewhere(false); !reason.isEmpty())
        Q_EMIT failed(reason);
    else
        close();
}

} // namespace lockstep
