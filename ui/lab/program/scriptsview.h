#pragma once

#include "core/lab/program/serverscript.h"

#include <QWidget>

class QComboBox;

namespace lockstep {

class ProgramView;
class Theme;

// The server scripts that a scenario's program calls, one at a time, each with its own line
// numbers, because the server names these when it rejects a script.
class ScriptsView : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit ScriptsView(const Theme *theme, QWidget *parent = nullptr);

    // Takes the scripts and shows the first one.
    void setScripts(const std::vector<NamedScript> &scripts);
    // Shows the script of that name. Returns false if there is none.
    bool show(const QString &name);
    [[nodiscard]] QString shown() const; // its name; empty if there is none
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] ProgramView *text() const { return m_text; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void showChosen();
    void retranslate();

    QComboBox *m_names;
    ProgramView *m_text;
    std::vector<NamedScript> m_scripts;
};

} // namespace lockstep
