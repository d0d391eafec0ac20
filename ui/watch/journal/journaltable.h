#pragma once

#include "ui/widgets/rowtable.h"

namespace lockstep {

class JournalModel;

// Shows a JournalModel as a table without headers. New lines change neither the selection nor the
// scroll position; the table follows the newest line only while it shows it. The key takes the
// width that the sentence leaves; text that is cut is in the tool tip.
class JournalTable : public RowTable
{
    Q_OBJECT

public:
    // model and theme must outlive this.
    JournalTable(JournalModel *model, const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] bool showsNewest() const;
    void showNewest();
    // Makes the row the current one and scrolls it to the middle.
    void showRow(int row);
    // The selected lines, or all if none is selected, with tabs between time, key and sentence; at
    // most the newest mostCopied of them.
    [[nodiscard]] QString copyText() const;
    static constexpr qsizetype mostCopied = 10'000; // whoever wants more can export a file
    [[nodiscard]] qsizetype linesToCopy() const; // without that limit

Q_SIGNALS:
    // A line was clicked. takesFocus: true after a double click or Return, when the row of its key
    // is to get the focus.
    void lineActivated(int row, bool takesFocus);
    // The newest line has become visible or invisible, or lines were added above the visible ones.
    void placeChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void setUp();
    void fitToFont();
    void divideWidth();
    void keepPlace(int first, int inserted);

    JournalModel *m_model;
    int m_rowsAddedAbove = 0; // for which the table has not scrolled down yet
};

} // namespace lockstep
