#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace lockstep {

// A column of a TextTable.
struct TextColumn
{
    QString title;
    bool isNumeric = false; // aligned to the right
    bool canBeCut = false; // may be shortened in the middle if it does not fit
};

// Rows of plain text as aligned lines, for a terminal or a pipe.
class TextTable
{
public:
    // Stands behind the first cell of a row and is never cut.
    struct Mark
    {
        QString whole;
        QString brief; // in its place where columns have to be cut
    };

    explicit TextTable(std::vector<TextColumn> columns);

    // cells: as many as there are columns.
    void addRow(const QStringList &cells, const Mark &mark = {});
    // The titles and the rows, one line each, without trailing blanks. width: cells that a line may
    // take; columns that can be cut are cut for it, and at last the line itself. 0 is any.
    [[nodiscard]] QStringList lines(int width) const;

private:
    struct Row
    {
        QStringList cells;
        Mark mark;
    };

    // The widths that the columns need for their longest cells, with these marks.
    [[nodiscard]] std::vector<int> wantedWidths(QString Mark::*mark) const;
    // The width of a line whose columns have these widths, with the gaps between them.
    [[nodiscard]] int lineWidth(const std::vector<int> &widths) const;
    [[nodiscard]] std::vector<int> cutWidths(std::vector<int> widths, int width) const;

    std::vector<TextColumn> m_columns;
    std::vector<Row> m_rows; // the first one has the titles
};

// How many cells of a terminal a text takes: a Chinese character takes two.
int cellsOf(const QString &text);
// The beginning of the text in at most so many cells, with an ellipsis if something is left out.
QString cutAtEnd(const QString &text, int cells);
// The text in at most so many cells, with an ellipsis in its middle if something is left out.
QString cutInMiddle(const QString &text, int cells);
// The whole text in lines of at most so many cells, broken at blanks if possible. With 0 it is one
// line.
QStringList wrapped(const QString &text, int cells);

} // namespace lockstep
