#pragma once

#include "core/lab/step/keptruns.h"
#include "ui/widgets/banner.h"

#include <QObject>
#include <QTimer>

namespace lockstep {

class StepController;

// Saves the stepped runs and the settings of the lab to a file, and restores them when the program
// is started the next time. The file is written a moment after a change, and at the end.
class LabMemory : public QObject
{
    Q_OBJECT

public:
    // stepping must outlive this, and must not have a scenario yet: one that it has would not show
    // what is restored.
    LabMemory(const QString &file, StepController *stepping, QObject *parent = nullptr);
    ~LabMemory() override;

    void save();

private:
    void load();
    void showMessage(const Saying &sentence);
    [[nodiscard]] KeptLab mergedWithFile(const KeptLab &ours) const;

    const QString m_file;
    StepController *m_stepping;
    KeptLab m_saved; // what was saved last
    QString m_lastFailure; // why the last save failed, so that the same reason is told only once
    QTimer m_saving;
};

} // namespace lockstep
