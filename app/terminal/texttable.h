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
    int dispensable = 0; // what has the highest number is left out first; 0: never
};

// Rows of plain text as aligned lines, for a terminal or a pipe.
class TextTable
{
public:
    // Stands behind the text of a cell and is never cut.
    struct Mark
    {
        QString whole;
        QString brief; // in its place where columns have to be cut; may be empty
    };

    explicit TextTable(std::vector<TextColumn> columns);

    // cells: as many as there are columns. marks: of the first cells; the others have none. brief:
    // what stands in place of the cells where columns have to be cut; empty: the cells.
    void addRow(const QStringList &cells, const std::vector<Mark> &marks = {},
        const QStringList &brief = {});
    // The titles and the rows, one line each, without trailing blanks. width: cells that a line may
    // take; columns that can be cut are cut for it, those that are dispensable left out rather than
    // that others could not be read, and at last the line itself is cut. 0 is any.
    [[nodiscard]] QStringList lines(int width) const;

private:
    // Brief where columns have to be cut.
    enum class Form : quint8 { Whole, Brief };
    struct Row
    {
        QStringList cells;
        QStringList brief;
        std::vector<Mark> marks;

        [[nodiscard]] QString cellOf(std::size_t column, Form form) const
        {
            return (form == Form::Brief ? brief : cells)[qsizetype(column)];
        }
        [[nodiscard]] QString markOf(std::size_t column, Form form) const
        {
            if (column >= marks.size())
                return {};
            return form == Form::Brief ? marks[column].brief : marks[column].whole;
        }
    };

    // The widths that the columns need for their longest cells, with their marks.
    [[nodiscard]] std::vector<int> wantedWidths(Form form) const;
    // The width of a line of these columns, with the gaps between them. widths: of all columns.
    [[nodiscard]] static int lineWidth(
        const std::vector<std::size_t> &columns, const std::vector<int> &widths);
    // The columns that can be shown so that each of them can be read.
    [[nodiscard]] std::vector<std::size_t> columnsWithin(
        int width, const std::vector<int> &wanted) const;
    [[nodiscard]] std::vector<int> cutWidths(
        const std::vector<std::size_t> &columns, std::vector<int> widths, int width) const;
    [[nodiscard]] QString lineOf(const Row &row, const std::vector<std::size_t> &columns,
        const std::vector<int> &widths, Form form) const;

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
