#pragma once

#include "core/lab/step/keptruns.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

class StepController;

// Keeps what was stepped and set in the lab in a file, so that it is there again when the program
// is started the next time. Written a moment after it has changed, and at the end.
class LabMemory : public QObject
{
    Q_OBJECT

public:
    // stepping: outlives this; has no scenario yet, or what is restored is not seen.
    LabMemory(const QString &file, StepController *stepping, QObject *parent = nullptr);
    ~LabMemory() override;

    void save();

private:
    void load();
    void tell(const QString &sentence);
    [[nodiscard]] KeptLab withThatOfOthers(const KeptLab &ours) const;

    const QString m_file;
    StepController *m_stepping;
    KeptLab m_saved; // of what this window has, what the file says
    QString m_complaint; // why it could not be written the last time
    QTimer m_saving;
};

} // namespace lockstep
