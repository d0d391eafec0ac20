// Lays out a table. The beginning and the end of a key tell most (lock:order:…:7), so a key that
// does not fit is shortened in the middle, the longest column first. Times and numbers are never
// cut, because half a number is another number. In a narrow terminal whole columns are left out
// instead: names of which four characters are left tell nothing.

#include "app/terminal/texttable.h"

#include <algorithm>
#include <cwchar>
#include <numeric>

namespace lockstep {

namespace {

constexpr int gap = 2; // cells between two columns
constexpr int leastCut = 8; // cells that a shortened column keeps at least
constexpr int leastReadable = 12; // the same as long as another column can be left out for it
constexpr QChar ellipsis(0x2026);

// A character that the C library does not know counts as one cell; a combining character takes
// none.
int characterCells(char32_t character)
{
    const int cells = wcwidth(static_cast<wchar_t>(character));
    return cells < 0 ? 1 : cells;
}

// The beginning of the text that takes at most so many cells.
QString beginning(const QList<uint> &characters, int cells)
{
    QString text;
    for (const uint character : characters) {
        cells -= characterCells(char32_t(character));
        if (cells < 0)
            break;
        text += QString::fromUcs4(reinterpret_cast<const char32_t *>(&character), 1);
    }
    return text;
}

QString ending(const QList<uint> &characters, int cells)
{
    auto first = characters.end();
    while (first != characters.begin()) {
        cells -= characterCells(char32_t(*(first - 1)));
        if (cells < 0)
            break;
        --first;
    }
    return QString::fromUcs4(
        reinterpret_cast<const char32_t *>(characters.constData() + (first - characters.begin())),
        characters.end() - first);
}

} // namespace

int cellsOf(const QString &text)
{
    const QList<uint> characters = text.toUcs4();
    return std::accumulate(characters.begin(), characters.end(), 0,
        [](int sum, uint character) { return sum + characterCells(char32_t(character)); });
}

QString cutAtEnd(const QString &text, int cells)
{
    if (cellsOf(text) <= cells)
        return text;
    return cells < 1 ? QString() : beginning(text.toUcs4(), cells - 1) + ellipsis;
}

QString cutInMiddle(const QString &text, int cells)
{
    if (cellsOf(text) <= cells)
        return text;
    if (cells < 1)
        return {};
    const QList<uint> characters = text.toUcs4();
    const int left = (cells - 1) / 2;
    return beginning(characters, left) + ellipsis + ending(characters, cells - 1 - left);
}

QStringList wrapped(const QString &text, int cells)
{
    QStringList lines;
    QString rest = text;
    while (cells > 0 && cellsOf(rest) > cells) {
        const QString whole = beginning(rest.toUcs4(), cells);
        const auto blank = rest.startsWith(whole + u' ') ? whole.size() : whole.lastIndexOf(u' ');
        // The text may have no blank, as in Chinese, and a single character may be wider than the
        // line.
        const auto end = blank > 0 ? blank : std::max<qsizetype>(whole.size(), 1);
        lines << rest.left(end);
        rest = rest.mid(end).trimmed();
    }
    return lines << rest;
}

TextTable::TextTable(std::vector<TextColumn> columns)
    : m_columns(std::move(columns))
{
    QStringList titles;
    for (const TextColumn &column : m_columns)
        titles << column.title;
    m_rows.push_back({titles, titles, {}});
}

void TextTable::addRow(
    const QStringList &cells, const std::vector<Mark> &marks, const QStringList &brief)
{
    m_rows.push_back({cells, brief.isEmpty() ? cells : brief, marks});
}

std::vector<int> TextTable::wantedWidths(Form form) const
{
    std::vector<int> widths(m_columns.size(), 0);
    for (const Row &row : m_rows) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] =
                std::max(widths[i], cellsOf(row.cellOf(i, form)) + cellsOf(row.markOf(i, form)));
    }
    return widths;
}

int TextTable::lineWidth(const std::vector<std::size_t> &columns, const std::vector<int> &widths)
{
    return std::accumulate(columns.begin(), columns.end(), gap * (int(columns.size()) - 1),
        [&widths](int sum, std::size_t column) { return sum + widths[column]; });
}

std::vector<std::size_t> TextTable::columnsWithin(int width, const std::vector<int> &wanted) const
{
    std::vector<std::size_t> columns(m_columns.size());
    std::iota(columns.begin(), columns.end(), std::size_t(0));
    std::vector<int> least = wanted;
    for (const std::size_t column : columns) {
        if (m_columns[column].canBeCut)
            least[column] = std::min(wanted[column], leastReadable);
    }
    while (lineWidth(columns, least) > width) {
        const auto dropped =
            std::max_element(columns.begin(), columns.end(), [this](std::size_t a, std::size_t b) {
                return m_columns[a].dispensable < m_columns[b].dispensable;
            });
        if (m_columns[*dropped].dispensable == 0)
            break;
        columns.erase(dropped);
    }
    return columns;
}

std::vector<int> TextTable::cutWidths(
    const std::vector<std::size_t> &columns, std::vector<int> widths, int width) const
{
    for (int over = lineWidth(columns, widths) - width; over > 0; --over) {
        int *widest = nullptr;
        for (const std::size_t column : columns) {
            int &each = widths[column];
            if (m_columns[column].canBeCut && each > leastCut && (!widest || each > *widest))
                widest = &each;
        }
        if (!widest)
            break;
        --*widest;
    }
    return widths;
}

QString TextTable::lineOf(const Row &row, const std::vector<std::size_t> &columns,
    const std::vector<int> &widths, Form form) const
{
    QString line;
    for (const std::size_t i : columns) {
        const QString behind = row.markOf(i, form);
        const QString whole = row.cellOf(i, form);
        const QString cell =
            (m_columns[i].canBeCut ? cutInMiddle(whole, widths[i] - cellsOf(behind)) : whole)
            + behind;
        const QString blanks(widths[i] - cellsOf(cell), u' ');
        if (i != columns.front())
            line += QString(gap, u' ');
        line += m_columns[i].isNumeric ? blanks + cell : cell + blanks;
    }
    while (line.endsWith(u' '))
        line.chop(1);
    return line;
}

QStringList TextTable::lines(int width) const
{
    Form form = Form::Whole;
    std::vector<std::size_t> columns(m_columns.size());
    std::iota(columns.begin(), columns.end(), std::size_t(0));
    std::vector<int> widths = wantedWidths(form);
    if (width > 0 && lineWidth(columns, widths) > width) {
        form = Form::Brief;
        widths = wantedWidths(form);
        columns = columnsWithin(width, widths);
        widths = cutWidths(columns, std::move(widths), width);
    }
    QStringList lines;
    for (const Row &row : m_rows) {
        const QString line = lineOf(row, columns, widths, form);
        lines << (width > 0 ? cutAtEnd(line, width) : line);
    }
    return lines;
}

} // namespace lockstep
