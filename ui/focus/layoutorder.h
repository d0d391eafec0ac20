#pragma once

class QWidget;

namespace lockstep {

// Gives the focus to the next or the previous widget of the window that takes it by Tab, in the
// order of the window's layouts, which is that of reading; after the last one comes the first. To
// be called by the window's focusNextPrevChild(). Widgets that are in no layout are passed over.
// Returns whether the focus has gone anywhere.
bool focusNextInLayout(QWidget *window, bool next);

} // namespace lockstep
