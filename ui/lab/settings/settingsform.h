#pragma once

#include "core/lab/scenario/scenario.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QSpinBox;

namespace lockstep {

class FieldGrid;

// What can be set of a scenario: its parameters, and the fields of whoever derives from this. It
// is scrolled where it does not fit; below it stand the first problem once more, whose field may
// have been scrolled away, and the button that brings the usual values back.
class SettingsForm : public QWidget
{
    Q_OBJECT

public:
    // language: one of languageCodes(), in which the file's own labels are shown.
    void setLanguage(const QString &language);
    [[nodiscard]] ScenarioPtr scenario() const { return m_scenario; } // nullptr: nothing to set
    // Why nothing can be begun with these values; empty: it can.
    [[nodiscard]] QString problem() const;

Q_SIGNALS:
    void edited();

protected:
    explicit SettingsForm(QWidget *parent = nullptr);

    [[nodiscard]] FieldGrid *form() const { return m_form; }
    QSpinBox *addNumber(int least, int most);
    void finish(); // after the last field
    // Between the two, values are put into the fields beside the parameters, which nobody is told
    // of. False: there is no scenario, and nothing to fill.
    [[nodiscard]] bool beginFilling(const ScenarioPtr &scenario, const Settings &settings);
    void endFilling();
    void onEdited(); // a field

    virtual void nameFields() = 0; // in the language of the program
    virtual void fillAgain() = 0; // with the values that are shown
    virtual void fillUsual() = 0;
    virtual void findFieldProblems() { } // of those beside the parameters

    void changeEvent(QEvent *event) override;

private:
    void findProblems();
    void orderTabs();

    FieldGrid *m_form;
    QLabel *m_problem;
    QPushButton *m_usual;
    ScenarioPtr m_scenario;
    QString m_language;
    bool m_isFilling = false;
};

} // namespace lockstep
