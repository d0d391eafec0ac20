#pragma once

#include <vector>

namespace lockstep {

// The widths that a column of a table asks for, in pixels.
struct ColumnWish
{
    int least = 0; // guaranteed, because with less the column is useless
    int needed = 0; // shows words and numbers whole
    int comfortable = 0; // also has room for bars and other additions
    int number = 0; // shows a number whole, because a number that is cut has another meaning
    int readable = 0; // shows enough of a long key to tell it from others
    int bar = 0; // has a bar beside the words that is long enough for comparison
    int dispensable = 0; // which columns are left out first, see ItemModel::dispensable()
};

// Divides the width of a table among its columns. Each column first gets its least width. Then the
// rest is divided in proportion to what the columns lack: first for numbers, then for keys, for
// bars, for what is needed, and for what is comfortable. What remains goes to the first column. The
// widths add up to `available`, or to the sum of all least widths if that is more.
std::vector<int> shareOut(int available, const std::vector<ColumnWish> &wishes);

} // namespace lockstep
