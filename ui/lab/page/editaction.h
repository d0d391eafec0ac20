#pragma once

#include "ui/widgets/banner.h"

#include <QObject>

namespace lockstep {

class LabBar;
class ProgramColumn;
class ScenarioEditing;
class ShownScenario;

// The Edit action of the Lab page: it begins to edit the shown program, which is a file of the
// user's or becomes a copy of a shipped scenario, or ends the editing.
class EditAction : public QObject
{
    Q_OBJECT

public:
    // bar, shown, column and editing must outlive this.
    EditAction(LabBar *bar, const ShownScenario *shown, ProgramColumn *column,
        ScenarioEditing *editing, QObject *parent);

    // This has to be called when a file was read that the user has opened or that is a new copy,
    // and that is shown by now.
    void noteOpened(const QString &path);
    // Updates whether the action is possible, and what it is called.
    void update();

Q_SIGNALS:
    void told(const lockstep::Saying
            &sentence); // why something is not possible, or where the text is now
    void changed(); // editing has begun or ended

private:
    void connectParts();
    void trigger();
    void begin();

    LabBar *m_bar;
    const ShownScenario *m_shown;
    ProgramColumn *m_column;
    ScenarioEditing *m_editing;
    QString m_toEdit; // the path of the copy to edit once it has been read
    // The path of a copy of what could not be saved; a message names it once it has been read.
    QString m_kept;
};

} // namespace lockstep
