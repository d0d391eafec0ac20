#pragma once

#include "core/watch/formats/alertrule.h"

#include <QDialog>

#include <functional>
#include <optional>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace lockstep {

// Edits one alert: for which keys, and on which condition. Everything that a rules file may say of
// an alert can be entered. Invalid input is explained by a sentence, and the dialog stays open.
class AlertDialog : public QDialog
{
    Q_OBJECT

public:
    // Counts the watched keys that match.
    using Count = std::function<qsizetype(const Glob &glob)>;

    // rule: shown at first; if it has no name, the name gets the focus.
    AlertDialog(const AlertRule &rule, Count count, QWidget *parent = nullptr);

    // What was entered, valid once the dialog was accepted.
    [[nodiscard]] AlertRule rule() const;

    void accept() override; // does nothing while the alert is invalid

private:
    void layOut();
    void fill(const AlertRule &rule);
    void showMatches();
    [[nodiscard]] std::optional<Family> family() const; // nothing for any family
    // Nothing if the text is no condition.
    [[nodiscard]] std::optional<AlertCondition> condition() const;
    // Nothing if the text is no duration; 0 if it is empty.
    [[nodiscard]] std::optional<Milliseconds> lasts() const;
    // Why the alert is invalid, and in which field.
    struct Mistake
    {
        QString sentence;
        QWidget *field = nullptr;
    };
    // Nothing if the alert is valid.
    [[nodiscard]] std::optional<Mistake> mistake() const;
    void showTrouble(const QString &sentence);

    Count m_count;
    QLineEdit *m_glob;
    QLabel *m_matches;
    QComboBox *m_family, *m_when;
    QLineEdit *m_lasts, *m_name;
    QComboBox *m_severity;
    QLabel *m_trouble;
    QDialogButtonBox *m_buttons;
};

} // namespace lockstep
