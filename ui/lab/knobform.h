#pragma once

#include "core/lab/scenario.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QSpinBox;

namespace lockstep {

// Rows of a name, what is possible, and a field; below a field why its value cannot be used.
class KnobForm : public QWidget
{
    Q_OBJECT

public:
    explicit KnobForm(QWidget *parent = nullptr);

    void addHeading(const QString &words);
    // Takes the field. range: shown beside the name; may be empty.
    void addField(const QString &name, const QString &range, QWidget *field);
    // A field of its own for a scenario's parameter. language: of the file's labels.
    QSpinBox *addParameter(const Parameter &parameter, const QString &language);
    // Empty: there is none.
    void setProblem(QWidget *field, const QString &problem);
    [[nodiscard]] bool hasProblem() const;
    // The first one, in the order of the rows.
    [[nodiscard]] QString problem() const;
    void clear();
    [[nodiscard]] QSize minimumSizeHint() const override;
    // After the last row: room that is left stays below it.
    void finish();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Row
    {
        QWidget *field;
        QLabel *problem;
    };

    QGridLayout *m_layout;
    std::vector<Row> m_rows;
    int m_next = 0;
};

} // namespace lockstep
