#pragma once

#include "core/lab/scenario/scenario.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QSpinBox;

namespace lockstep {

// A form: rows with a name, the possible values and an input field, below which the reason is shown
// if its value cannot be used. The rows of a scenario's parameters come first and change with the
// scenario, then those that were added.
//
// Input fields are never destroyed, so that the focus and screen readers keep their place; a field
// gets another name, range and value instead.
class FieldGrid : public QWidget
{
    Q_OBJECT

public:
    explicit FieldGrid(QWidget *parent = nullptr);

    QLabel *addHeading(); // the caller sets its text
    void addField(QWidget *field); // takes ownership
    void setName(QWidget *field, const QString &name);
    void setFieldVisible(QWidget *field, bool visible);
    // Called after the last field was added; spare room goes below it.
    void finish();

    // A parameter that was there before keeps its field. language: that of the labels in the file.
    void setParameters(const std::vector<Parameter> &parameters, const QString &language);
    // Shows these values, clamped to their ranges. Values that belong to no parameter are ignored.
    void setSettings(const Settings &settings);
    [[nodiscard]] Settings settings() const;

    // Shows a problem below a field; an empty text removes it.
    void setProblem(QWidget *field, const QString &problem);
    // Shows a problem of the settings at the first parameter that it names, or else at the first
    // field.
    void setSettingsProblem(const QString &problem);
    // The first problem in the order of the rows; empty if there is none.
    [[nodiscard]] QString problem() const;
    // The visible fields, from top to bottom.
    [[nodiscard]] QList<QWidget *> fields() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void parameterEdited();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Row
    {
        QWidget *field = nullptr;
        QLabel *name = nullptr, *possible = nullptr, *problem = nullptr;
        QByteArray parameter; // the parameter's name; empty if it is another field
        [[nodiscard]] QSpinBox *number() const; // its field
    };

    [[nodiscard]] Row rowFor(QWidget *field);
    [[nodiscard]] Row rowFor(const std::vector<Parameter> &all, const Parameter &parameter);
    [[nodiscard]] QGridLayout *addGrid();
    void place(const Row &row, QGridLayout *grid, int at);
    void placeParameters();
    [[nodiscard]] std::vector<Row> rows() const;
    static void setProblem(const Row &row, const QString &problem);
    void setRowVisible(const Row &row, bool visible) const;

    QGridLayout *m_upper, *m_lower; // m_upper has the parameters, m_lower the other fields
    std::vector<Row> m_parameters, m_others;
    std::vector<Row> m_spare; // hidden, for parameters that the present scenario does not have
    bool m_areRangesShown = true;
    int m_next = 0; // the next free row of m_lower
};

} // namespace lockstep
