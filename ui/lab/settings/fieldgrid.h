#pragma once

#include "core/lab/scenario/scenario.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QSpinBox;

namespace lockstep {

// Rows of a name, what is possible, and a field; below a field why its value cannot be used. First
// those of a scenario's parameters, which come and go with it, then those that were added.
//
// No field is ever destroyed: what a screen reader or the focus is at stays there, and is given
// another name, range and value.
class FieldGrid : public QWidget
{
    Q_OBJECT

public:
    explicit FieldGrid(QWidget *parent = nullptr);

    QLabel *addHeading(); // is given its words by the caller
    void addField(QWidget *field); // takes it
    void setName(QWidget *field, const QString &name);
    void setFieldVisible(QWidget *field, bool visible);
    // After the last one: room that is left stays below it.
    void finish();

    // A parameter that was there before keeps its field. language: of the file's labels.
    void setParameters(const std::vector<Parameter> &parameters, const QString &language);
    // Shows these values, brought into their ranges; what is no parameter is left out.
    void setSettings(const Settings &settings);
    [[nodiscard]] Settings settings() const;

    // Empty: there is none.
    void setProblem(QWidget *field, const QString &problem);
    // Shows a problem of the settings at the parameter that it names first, else at the first one.
    void setSettingsProblem(const QString &problem);
    // The first problem, in the order of the rows; empty: there is none.
    [[nodiscard]] QString problem() const;
    // The fields that are seen, from above to below.
    [[nodiscard]] QList<QWidget *> fields() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void parameterEdited();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Row
    {
        QWidget *field = nullptr;
        QLabel *name = nullptr, *possible = nullptr, *problem = nullptr;
        QByteArray parameter; // empty: none
        [[nodiscard]] QSpinBox *number() const; // its field
    };

    [[nodiscard]] Row rowFor(QWidget *field);
    [[nodiscard]] Row rowFor(const std::vector<Parameter> &all, const Parameter &parameter);
    [[nodiscard]] QGridLayout *addGrid();
    void place(const Row &row, QGridLayout *grid, int at);
    void placeParameters();
    [[nodiscard]] std::vector<Row> rows() const;
    static void setProblem(const Row &row, const QString &problem);
    static void setRowVisible(const Row &row, bool visible);

    QGridLayout *m_upper, *m_lower; // of the parameters, of the others
    std::vector<Row> m_parameters, m_others;
    std::vector<Row> m_spare; // of parameters that the present scenario has not
    int m_next = 0; // row of m_lower
};

} // namespace lockstep
