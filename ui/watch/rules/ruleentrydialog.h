#pragma once

#include "core/watch/values/glob.h"

#include <QDialog>

#include <functional>
#include <optional>

class QFormLayout;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace lockstep {

// The base of the dialogs for one entry of a server's rules file: the pattern of its keys, how many
// watched keys match it, and below them the fields of a derived class. Invalid input is explained
// by a sentence, and the dialog stays open.
class RuleEntryDialog : public QDialog
{
    Q_OBJECT

public:
    // Counts the watched keys that match.
    using Count = std::function<qsizetype(const Glob &glob)>;

    void accept() override; // does nothing while the entry is invalid

protected:
    // Why the entry is invalid, and in which field.
    struct Mistake
    {
        QString sentence;
        QWidget *field = nullptr;
    };

    RuleEntryDialog(Count count, QWidget *parent);

    // The rows for the pattern; a derived class adds its own, then calls addButtons().
    [[nodiscard]] QFormLayout *form() const { return m_form; }
    [[nodiscard]] QLineEdit *globField() const { return m_glob; }
    [[nodiscard]] Glob glob() const;
    // Adds what is below all fields. They follow one another in the order in which they were made.
    void addButtons();
    // Returns nothing if the pattern is valid. ifEmpty: the sentence if there is none.
    [[nodiscard]] std::optional<Mistake> globMistake(const QString &ifEmpty) const;
    // Returns nothing if the entry is valid.
    [[nodiscard]] virtual std::optional<Mistake> mistake() const = 0;
    void hideMistake(); // to be called when any other field changes

private:
    void showMatches();
    void showSentence(const QString &sentence);

    Count m_count;
    QVBoxLayout *m_column;
    QFormLayout *m_form;
    QLineEdit *m_glob;
    QLabel *m_matches;
    QLabel *m_trouble = nullptr;
};

} // namespace lockstep
