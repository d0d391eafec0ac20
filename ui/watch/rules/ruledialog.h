#pragma once

#include "core/watch/formats/rules.h"
#include "ui/watch/rules/rulefield.h"

#include <QDialog>

#include <functional>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace lockstep {

// Asks what one rule says: for which keys, and what these are. Bad input is answered by a sentence,
// and the dialog stays open.
class RuleDialog : public QDialog
{
    Q_OBJECT

public:
    // How many of the keys that are watched match.
    using Count = std::function<qsizetype(const Glob &glob)>;

    // rule: shown at first. field: has the focus; Ignore is chosen as well.
    RuleDialog(const Rule &rule, RuleField field, Count count, QWidget *parent = nullptr);

    // The rule as it is typed, which can be used once the dialog was accepted.
    [[nodiscard]] Rule rule() const;

    void accept() override; // does nothing while the rule cannot be used

private:
    void layOut();
    QWidget *makeLimitRow();
    void fill(const Rule &rule);
    void focusField(RuleField field);
    void showMatches();
    void enableFields();
    [[nodiscard]] bool isIgnoring() const;
    [[nodiscard]] std::optional<Family> family() const;
    [[nodiscard]] std::optional<Milliseconds> window() const;
    // Why the rule cannot be used, and which field is to blame; nothing: it can.
    struct Mistake
    {
        QString sentence;
        QWidget *field = nullptr;
    };
    [[nodiscard]] std::optional<Mistake> mistake() const;
    void showTrouble(const QString &sentence);

    Count m_count;
    bool m_hasMetrics = false; // as in the rule that was given: the dialog does not ask for it
    QLineEdit *m_glob;
    QLabel *m_matches;
    QComboBox *m_treatment, *m_kind;
    QLineEdit *m_limit, *m_windowAmount;
    QComboBox *m_windowUnit;
    QLineEdit *m_name;
    QLabel *m_trouble;
    QDialogButtonBox *m_buttons;
};

} // namespace lockstep
