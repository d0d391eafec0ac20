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

// Edits one rule: for which keys, and what these are. Invalid input is explained by a sentence, and
// the dialog stays open.
class RuleDialog : public QDialog
{
    Q_OBJECT

public:
    // Counts the watched keys that match.
    using Count = std::function<qsizetype(const Glob &glob)>;

    // rule: shown at first. field: gets the focus; with RuleField::Ignore, ignoring is preselected.
    RuleDialog(const Rule &rule, RuleField field, Count count, QWidget *parent = nullptr);

    // What was entered, valid once the dialog was accepted.
    [[nodiscard]] Rule rule() const;

    void accept() override; // does nothing while the rule is invalid

private:
    void layOut();
    QWidget *makeLimitRow();
    void fill(const Rule &rule);
    void focusField(RuleField field);
    void showMatches();
    void enableFields();
    [[nodiscard]] bool isIgnoring() const;
    [[nodiscard]] std::optional<Family> family() const; // nothing for “as recognised” and “ignored”
    // Nothing if none, or none that is valid, was entered.
    [[nodiscard]] std::optional<Milliseconds> window() const;
    // Why the rule is invalid, and in which field.
    struct Mistake
    {
        QString sentence;
        QWidget *field = nullptr;
    };
    // Nothing if the rule is valid.
    [[nodiscard]] std::optional<Mistake> mistake() const;
    void showTrouble(const QString &sentence);

    Count m_count;
    bool m_hasMetrics = false; // copied from the given rule, because the dialog does not ask for it
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
