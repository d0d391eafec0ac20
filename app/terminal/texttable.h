#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace lockstep {

struct TextColumn
{
    QString title;
    bool isNumeric = false; // at the right of its column
    bool canBeCut = false; // in the middle, where the whole does not fit
};

// Rows of plain text as aligned lines, for a terminal or a pipe.
class TextTable
{
public:
    explicit TextTable(std::vector<TextColumn> columns);

    // As many cells as there are columns.
    void addRow(const QStringList &cells);
    // The titles and the rows, a line each, without blanks at their ends. width: cells of the
    // terminal that a line may take, for which columns are cut, and in the end the line; 0: any.
    [[nodiscard]] QStringList lines(int width) const;

private:
    [[nodiscard]] std::vector<int> columnWidths(int width) const;

    std::vector<TextColumn> m_columns;
    std::vector<QStringList> m_rows; // the first one: the titles
};

// How many cells of a terminal a text takes: Chinese characters take two.
int cellsOf(const QString &text);
// The text in so many cells at most: its beginning, with an ellipsis where something is left out.
QString cutAtEnd(const QString &text, int cells);
// All of the text in lines of so many cells, broken at blanks where there are any; 0: one line.
QStringList wrapped(const QString &text, int cells);

} // namespace lockstep
