#pragma once

#include "app/recording/recordingplayer.h"
#include "ui/replay/replaywindow.h"

namespace lockstep {

// A recording in a window of its own: connects the window with what reads the file. Deleted when
// the window is closed.
class OpenedRecording : public ReplayWindow
{
    Q_OBJECT

public:
    // Begins to read at once. theme must outlive this.
    OpenedRecording(const QString &path, const Theme *theme, QWidget *parent = nullptr);

Q_SIGNALS:
    // The file cannot be shown; the window closes.
    void refused(const QString &sentence);
    void opened(const lockstep::RecordedTimes &times); // the end of it is shown soon
    void shown(); // the page shows the moment that the bar has
    void historiesPlotted(); // the plot shows what was recorded of the selected rows
    void troubled(const QString &sentence); // the window shows it: nothing more can be read

private:
    void onOpened(const RecordingOverview &overview);
    void showScene(const RecordedScene &scene);
    void plotHistories(qint64 at, const std::vector<RecordedHistory> &histories);
    void fail(const Error &error);

    RecordingPlayer m_player;
    bool m_isOpen = false;
};

// Asks for a file, in the folder of the last one, and opens it.
void chooseRecording(const Theme *theme, QWidget *parent);
// Opens it. What is wrong with the file is said in a box over the parent.
OpenedRecording *openRecording(const QString &path, const Theme *theme, QWidget *parent);

} // namespace lockstep
