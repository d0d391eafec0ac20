#pragma once

#include "core/lab/scenario/scenario.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QSpinBox;

namespace lockstep {

class FieldGrid;

// A form for a scenario: its parameters, and the fields of a derived class. It scrolls if
// necessary. Below it the first problem is repeated, because its field may have been scrolled away,
// beside a button that restores the usual values.
class SettingsForm : public QWidget
{
    Q_OBJECT

public:
    // Sets the language in which the labels of the file are shown, one of languageCodes().
    void setLanguage(const QString &language);
    // Nullptr if there is nothing to set.
    [[nodiscard]] ScenarioPtr scenario() const { return m_scenario; }
    // Why these values cannot be used; empty if they can.
    [[nodiscard]] QString problem() const;

Q_SIGNALS:
    void edited();

protected:
    explicit SettingsForm(QWidget *parent = nullptr);

    [[nodiscard]] FieldGrid *form() const { return m_form; }
    QSpinBox *addNumber(int least, int most);
    void finish(); // to be called after the last field was added
    // Between these two, a derived class fills its own fields, for which no edited() is emitted.
    // beginFilling() returns false if there is no scenario, so nothing to fill.
    [[nodiscard]] bool beginFilling(const ScenarioPtr &scenario, const Settings &settings);
    void endFilling();
    void onEdited(); // to be called when a field was edited

    virtual void nameFields() = 0; // sets the names in the language of the program
    virtual void fillAgain() = 0; // fills the fields again with their present values
    virtual void fillUsual() = 0; // fills the fields with the usual values
    virtual void findFieldProblems() { } // finds problems of the derived class's own fields

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
