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

// Asks what one alert says: of which keys somebody wants to be told, and when. Whatever a rules
// file may say of an alert can be typed, and nothing else; bad input is answered by a sentence, and
// the dialog stays open.
class AlertDialog : public QDialog
{
    Q_OBJECT

public:
    // How many of the keys that are watched match.
    using Count = std::function<qsizetype(const Glob &glob)>;

    // rule: shown at first; without a name that is what has to be typed.
    AlertDialog(const AlertRule &rule, Count count, QWidget *parent = nullptr);

    // As it is typed, once the dialog was accepted.
    [[nodiscard]] AlertRule rule() const;

    void accept() override; // does nothing while the alert cannot be used

private:
    void layOut();
    void fill(const AlertRule &rule);
    void showMatches();
    [[nodiscard]] std::optional<Family> family() const;
    // Nothing: the text is no condition.
    [[nodiscard]] std::optional<AlertCondition> condition() const;
    // Nothing: the text is no time. None typed: 0.
    [[nodiscard]] std::optional<Milliseconds> lasts() const;
    // Why the alert cannot be used, and which field is to blame; nothing: it can.
    struct Mistake
    {
        QString sentence;
        QWidget *field = nullptr;
    };
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
