// Texts of Qt itself in our windows, such as the buttons of messages, the menus of input fields and
// scroll bars, and what is wrong with a file of JSON, in the contexts in which Qt asks for their
// translation. They are listed here because Qt's own translations are a package that may not be
// installed. Only lupdate reads this file.

#include <QtGlobal>

namespace {

[[maybe_unused]] constexpr const char *toolkitWords[] = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
    QT_TRANSLATE_NOOP("QGnomeTheme", "&OK"),
    QT_TRANSLATE_NOOP("QGnomeTheme", "&Cancel"),
    QT_TRANSLATE_NOOP("QGnomeTheme", "&Close"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Undo"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Redo"),
    QT_TRANSLATE_NOOP("QLineEdit", "Cu&t"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Copy"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Paste"),
    QT_TRANSLATE_NOOP("QLineEdit", "Delete"),
    QT_TRANSLATE_NOOP("QLineEdit", "Select All"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Undo"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Redo"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Cu&t"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Copy"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Copy &Link Location"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Paste"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Delete"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Select All"),
    QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Select All"),
    QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Step up"),
    QT_TRANSLATE_NOOP("QAbstractSpinBox", "Step &down"),
    QT_TRANSLATE_NOOP("QScrollBar", "Scroll here"),
    QT_TRANSLATE_NOOP("QScrollBar", "Top"),
    QT_TRANSLATE_NOOP("QScrollBar", "Bottom"),
    QT_TRANSLATE_NOOP("QScrollBar", "Left edge"),
    QT_TRANSLATE_NOOP("QScrollBar", "Right edge"),
    QT_TRANSLATE_NOOP("QScrollBar", "Page up"),
    QT_TRANSLATE_NOOP("QScrollBar", "Page down"),
    QT_TRANSLATE_NOOP("QScrollBar", "Page left"),
    QT_TRANSLATE_NOOP("QScrollBar", "Page right"),
    QT_TRANSLATE_NOOP("QScrollBar", "Scroll up"),
    QT_TRANSLATE_NOOP("QScrollBar", "Scroll down"),
    QT_TRANSLATE_NOOP("QScrollBar", "Scroll left"),
    QT_TRANSLATE_NOOP("QScrollBar", "Scroll right"),
    QT_TRANSLATE_NOOP("QJsonParseError", "unterminated object"),
    QT_TRANSLATE_NOOP("QJsonParseError", "missing name separator"),
    QT_TRANSLATE_NOOP("QJsonParseError", "unterminated array"),
    QT_TRANSLATE_NOOP("QJsonParseError", "missing value separator"),
    QT_TRANSLATE_NOOP("QJsonParseError", "illegal value"),
    QT_TRANSLATE_NOOP("QJsonParseError", "invalid termination by number"),
    QT_TRANSLATE_NOOP("QJsonParseError", "illegal number"),
    QT_TRANSLATE_NOOP("QJsonParseError", "invalid escape sequence"),
    QT_TRANSLATE_NOOP("QJsonParseError", "invalid UTF8 string"),
    QT_TRANSLATE_NOOP("QJsonParseError", "unterminated string"),
    QT_TRANSLATE_NOOP("QJsonParseError", "object is missing after a comma"),
    QT_TRANSLATE_NOOP("QJsonParseError", "too deeply nested document"),
    QT_TRANSLATE_NOOP("QJsonParseError", "too large document"),
    QT_TRANSLATE_NOOP("QJsonParseError", "garbage at the end of the document"),
};

} // namespace
