#pragma once

#include "ui/lab/program/draftcopies.h"
#include "ui/lab/program/draftsaver.h"
#include "ui/lab/scenarios/ownfiles.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>

namespace lockstep {

class EditRow;
class ProgramView;

// Editing a scenario in the listing. When no key was pressed for a moment, the text is saved and
// read on a thread of its own, and mistakes and differences from the original are marked. The lab
// takes the new text, as if the file had been read again, only when the user runs it or goes
// elsewhere. Until then the last run stays visible.
//
// A file that another program has changed, or that cannot be written, is never overwritten or
// abandoned without notice: the row below the listing says so and offers two ways to go on. A file
// that is gone is created again only if the user says so there.
class ScenarioEditing : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds rest{300}; // without a key, before the text is saved

    // listing, row and the files of setFiles() must outlive this. Copies go to the folder of
    // setFiles().
    ScenarioEditing(ProgramView *listing, EditRow *row, QObject *parent);
    ~ScenarioEditing() override;

    void setFiles(OwnFiles *files, const QString &folder, ReadScenario read);
    [[nodiscard]] bool isPossible() const { return m_files != nullptr; }

    // Writes a copy of a shipped scenario into the folder and opens it. begin() may be called once
    // it has been read. Returns its path, or an empty string after failed() if it cannot be
    // written.
    QString makeCopy(const Scenario &original);
    // Begins to edit one of the files, which the listing shows. original: the scenario of which it
    // is a copy, from which differences are marked. If nullptr, differences are marked from the
    // present text.
    void begin(const OwnFile &file, const ScenarioPtr &original);
    // Saves the text, gives it to the lab and ends the editing. If the file cannot be saved, a copy
    // is written. Returns false if not even that is possible; the editing goes on then, after
    // failed().
    bool end();
    // This has to be called before the program ends. A text that can be saved in neither place goes
    // to the folder for temporary files. Returns a message about that, or an empty string if there
    // is nothing to say.
    QString endForGood();
    [[nodiscard]] bool isEditing() const { return !m_draft.path.isEmpty(); }
    [[nodiscard]] QString path() const { return m_draft.path; }

    // Saves the text, gives it to the lab, and then calls `then`. If nothing has changed it is
    // called immediately; if the text cannot be saved it is not called.
    void apply(std::function<void()> then = {});
    // This has to be called when the file was read again. Returns true if the listing keeps its own
    // text.
    bool noteFile(const OwnFile &file);

Q_SIGNALS:
    void begun();
    void ended();
    void failed(const QString &sentence); // says why the file cannot be edited, copied, or left
    // A text that could not be saved is in a copy. isOpened: whether the copy is shown in place of
    // the file.
    void kept(const QString &path, bool isOpened);

private:
    void startSaving();
    void takeResult(const DraftResult &result);
    void showResult();
    void noteSaved(const DraftResult &result);
    void publish();
    [[nodiscard]] bool hasMistake() const;
    void showState();
    void revert();
    void chooseFirst();
    void chooseSecond();
    void noteGone();
    void showUnsaved(DraftResult::Saving saving, const QByteArray &found);
    [[nodiscard]] bool hasWritten() const;
    void keepMine();
    void createAgain();
    void takeTheirs();
    void abandonFile();
    // These return why the text could not be saved, or an empty string if it was.
    QString saveSomewhere();
    QString saveElsewhere(bool isOpened);
    void close();
    void waitForSaver();

    ProgramView *m_listing;
    EditRow *m_row;
    OwnFiles *m_files = nullptr;
    DraftCopies m_copies;
    ReadScenario m_read;
    Draft m_draft; // with the text that was last given to m_saver
    std::optional<DraftResult> m_result; // of m_draft; nothing if it is not known yet
    QTimer m_rest;
    DraftSaver m_saver;
    std::function<void()> m_then;
    bool m_isToApply = false;
};

} // namespace lockstep
