#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockstep {

class FieldGrid;
class Theme;

// A form that is scrolled where it does not fit; below it the first problem once more, whose field
// may have been scrolled away, and the button that brings the usual values back.
class SettingsForm : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit SettingsForm(const Theme *theme, QWidget *parent = nullptr);

Q_SIGNALS:
    void usualWanted();

protected:
    [[nodiscard]] FieldGrid *form() const { return m_form; }
    void showProblem(); // of the form; none: nothing
    void setUsable(bool usable); // there is something to be set
    void orderTabs(); // through the form's fields, as they are seen now
    void changeEvent(QEvent *event) override;

private:
    FieldGrid *m_form;
    QLabel *m_problem;
    QPushButton *m_usual;
};

} // namespace lockstep
