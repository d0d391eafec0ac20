#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QString>

namespace lockstep {

// The texts that core makes for people: details of errors, mistakes in files, reasons why something
// is not possible. CoreText::tr("…") is such a text in the language of the program, from any
// thread; without a translator, as in `--json`, it is the English one of the source. What a program
// can see has to stay the same in every language and is no such text: fields of JSON, names,
// commands, and the errors that a scenario's pcall can catch.
class CoreText
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::CoreText)

public:
    // The text with its %1, %2, … replaced, all in UTF-8, as Lua and Redis have their texts.
    template <typename... Parts> static QByteArray bytes(const QString &text, const Parts &...parts)
    {
        if constexpr (sizeof...(parts) == 0)
            return text.toUtf8();
        else
            return text.arg(part(parts)...).toUtf8();
    }

private:
    static QString part(const QString &text) { return text; }
    static QString part(const QByteArray &utf8) { return QString::fromUtf8(utf8); }
    static QString part(const char *utf8) { return QString::fromUtf8(utf8); }
};

} // namespace lockstep
