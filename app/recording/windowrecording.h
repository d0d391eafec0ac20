#pragma once

#include "app/recording/watchrecording.h"

namespace lockstep {

class MainWindow;

// The Record button of the window: asks for a file, records what the window watches, and says how
// that goes.
class WindowRecording : public QObject
{
    Q_OBJECT

public:
    // window must outlive this.
    explicit WindowRecording(MainWindow *window);
    // Ends the recording in order and waits for the disk, with the window hidden.
    ~WindowRecording() override;

    // What is watched from now on; a recording of what was watched before ends. name: for the name
    // of the file that is suggested. address, prefix: as WatchRecording::begin() has them.
    void setServer(const QString &name, const QString &address, const QByteArray &prefix);
    void take(const Snapshot &snapshot) { m_recording.take(snapshot); }

private:
    void toggle();
    void choose();
    void begin(const QString &file);
    void show();
    void fail(const Error &error);

    MainWindow *m_window;
    QString m_name, m_address;
    QByteArray m_prefix;
    WatchRecording m_recording;
};

} // namespace lockstep
