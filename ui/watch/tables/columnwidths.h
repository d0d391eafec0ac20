#pragma once

#include <vector>

namespace lockstep {

// What a column of a table asks for, in pixels.
struct ColumnWish
{
    int least = 0; // below this it says nothing, so it gets it even where there is no room
    int needed = 0; // words and numbers are whole
    int comfortable = 0; // bars and whatever else is pleasant to have find room as well
    int number = 0; // a number is whole, which says something else when it is cut
    int readable = 0; // a long key can be told from others
    int bar = 0; // a bar beside the words is long enough to be compared with others
};

// How a table's width is shared out among its columns: everybody gets the least, then what is left
// is shared in proportion to what each lacks for its numbers, then for its keys, then for its bars,
// then of what it needs, then of what is comfortable, and the rest goes to the first column. The
// widths add up to available, or to the sum of all leasts where that is more.
std::vector<int> shareOut(int available, const std::vector<ColumnWish> &wishes);

} // namespace lockstep
