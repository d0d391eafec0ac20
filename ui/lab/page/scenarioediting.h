#pragma once

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

// Writing in the listing. What is written is saved and read whenever the keys rest, on a thread of
// its own, and its mistakes and what differs from the original are marked. The lab takes it, as if
// the file had been read again, only when somebody wants to run it, or looks elsewhere: until then
// what was run last stays in sight.
//
// A file that somebody else has changed, or that cannot be written, is never overwritten or given
// up in silence: the row below the listing says so and offers both ways out.
class ScenarioEditing : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds rest{300}; // without a key before it is saved

    // listing, row, and the files of setFiles(), whose folder is for copies: they outlive this.
    ScenarioEditing(ProgramView *listing, EditRow *row, QObject *parent);
    ~ScenarioEditing() override;

    void setFiles(OwnFiles *files, const QString &folder, ReadScenario read);
    [[nodiscard]] bool isPossible() const { return m_files != nullptr; }

    // Writes a copy of a shipped scenario into the folder and opens it: begin() may follow when it
    // has been read. Returns its path; empty if it cannot be written, after failed().
    QString makeCopy(const Scenario &original);
    // Begins to edit one of the files, which the listing shows. original: the scenario that it is a
    // copy of, from which differences are marked; nullptr: they are marked from what it says now.
    void begin(const OwnFile &file, const ScenarioPtr &original);
    // Saves, gives the lab what is written, and ends the editing. What cannot be saved becomes a
    // copy. False: not even that could be written; the editing goes on, after failed().
    bool end();
    // Called before the program ends. What cannot be saved in either place goes to the folder for
    // temporary files. Returns what is to be said about that; empty: nothing.
    QString endForGood();
    [[nodiscard]] bool isEditing() const { return !m_draft.path.isEmpty(); }
    [[nodiscard]] QString path() const { return m_draft.path; }

    // Saves, gives the lab what is written, and then calls `then`: at once where nothing has
    // changed, not at all where it cannot be saved.
    void apply(std::function<void()> then = {});
    // The file was read again. True: the listing keeps what is written in it.
    bool noteFile(const OwnFile &file);

Q_SIGNALS:
    void begun();
    void ended();
    void failed(const QString &sentence); // why it cannot be edited, copied, or left
    // What could not be saved is kept in a copy. isOpened: the copy is shown in place of the file.
    void kept(const QString &path, bool isOpened);

private:
    void look();
    void take(const DraftResult &result);
    void noteSaved(const DraftResult &result);
    void publish();
    void showState();
    void revert();
    void chooseFirst();
    void chooseSecond();
    void keepMine();
    void takeTheirs();
    void giveWay();
    QString writeCopy(const std::function<QString(int)> &nameOf,
        const std::function<QByteArray(int)> &textOf, QString *reason);
    // These return why it could not be saved; empty: it was.
    QString saveSomewhere();
    QString saveElsewhere(bool isOpened);
    void close();
    void waitForSaver();

    ProgramView *m_listing;
    EditRow *m_row;
    OwnFiles *m_files = nullptr;
    QString m_folder;
    ReadScenario m_read;
    Draft m_draft; // with the text that the saver was given last
    std::optional<DraftResult> m_result; // what became of m_draft; nothing: not known yet
    QTimer m_rest;
    DraftSaver m_saver;
    std::function<void()> m_then;
    bool m_isToApply = false;
};

} // namespace lockstep
