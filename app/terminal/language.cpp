#include "app/terminal/language.h"

#include "ui/text/languages.h"

#include <QCoreApplication>
#include <QLocale>

#include <clocale>

namespace lockstep {

// An application object takes the system's language for the C library too, and so for Lua: its
// tostring() and its < on strings. So may the desktop's theme (GTK). Characters stay the system's.
Language::Language(const QString &name)
{
    std::setlocale(LC_NUMERIC, "C");
    std::setlocale(LC_COLLATE, "C");
    choose(name);
}

Language::~Language()
{
    QCoreApplication::removeTranslator(&m_translator);
}

void Language::choose(const QString &name)
{
    QCoreApplication::removeTranslator(&m_translator);
    const auto locale = name.isEmpty() ? QLocale::system() : QLocale(name);
    const bool isKnown = m_translator.load(
        locale, QStringLiteral("lockstep"), QStringLiteral("_"), QStringLiteral(":/translations"));
    // What is not translated is English; lockstep_en has its plurals.
    if (isKnown || m_translator.load(QStringLiteral(":/translations/lockstep_en")))
        QCoreApplication::installTranslator(&m_translator);
    QLocale::setDefault(QLocale(this->name())); // of numbers in fields and on the axes of plots
}

QString Language::name() const
{
    const QString loaded = m_translator.language();
    return languageCodes().contains(loaded) ? loaded : QStringLiteral("en");
}

} // namespace lockstep
