#pragma once

#include <vector>

namespace lockstep {

// What a column of a table asks for, in pixels.
struct ColumnWish
{
    int least = 0; // below this it says nothing; given even where there is no room
    int needed = 0; // for words and numbers to be whole
    int comfortable = 0; // with bars and what else is pleasant to have
    int number = 0; // for a number to be whole, which says something else when it is cut
    int readable = 0; // for a long key to be told from others
    int bar = 0; // for a bar beside the words to be long enough to be compared with others
};

// How a table's width is shared out among its columns: everybody gets the least, then what is left
// is shared in proportion to what each lacks for its numbers, then for its keys, then for its bars,
// then of what it needs, then of what is comfortable, and the rest goes to the first column. The
// widths add up to available, or to the sum of all leasts where that is more.
std::vector<int> shareOut(int available, const std::vector<ColumnWish> &wishes);

} // namespace lockstep
