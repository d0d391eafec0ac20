#pragma once

#include "ui/widgets/rowtable.h"

namespace lockstep {

class JournalModel;

// The lines of a JournalModel as a table without a head. New lines leave selection and scroll
// position as they are; the table follows the newest line only while it shows it. The key takes
// what room the sentence leaves it; what is cut is in the tool tip.
class JournalTable : public RowTable
{
    Q_OBJECT

public:
    // Both outlive this.
    JournalTable(JournalModel *model, const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] bool showsNewest() const;
    void showNewest();
    // Makes it the current line and brings it into the middle.
    void showRow(int row);
    // The selected lines, or all that there are, with tabs between time, key and sentence; the
    // newest mostCopied of them.
    [[nodiscard]] QString copyText() const;
    static constexpr qsizetype mostCopied = 10'000; // a file is the place for more
    [[nodiscard]] qsizetype linesToCopy() const; // before that limit

Q_SIGNALS:
    // A line was clicked. takesFocus: with a double click or Return, so its row is wanted, not only
    // to be seen.
    void lineActivated(int row, bool takesFocus);
    // Whether the newest line is in sight has changed, or lines have come in above.
    void placeChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void setUp();
    void applyFont();
    void divideWidth();
    void keepPlace(int first, int inserted);

    JournalModel *m_model;
    int m_cameInAbove = 0; // rows, not scrolled past yet
};

} // namespace lockstep
