#include "app/terminal/language.h"

#include "ui/text/languages.h"

#include <QByteArrayView>
#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

#include <clocale>

namespace lockstep {

// An application object sets the C library to the system's language, and so does the desktop's
// theme (GTK). That would also change Lua: its tostring() and its < on strings. So numbers and
// sorting are set back; the character encoding stays the system's.
Language::Language(const QString &name)
{
    std::setlocale(LC_NUMERIC, "C");
    std::setlocale(LC_COLLATE, "C");
    choose(name);
}

QString Language::Translator::translate(
    const char *context, const char *source, const char *disambiguation, int n) const
{
    const QByteArrayView of(context);
    const bool isOfCore = of == QByteArrayView("lockstep::CoreText");
    const bool isOfQt = !of.startsWith("lockstep::"); // see ui/text/toolkitwords.cpp
    if (isCoreEnglish && (isOfCore || isOfQt))
        return {};
    return QTranslator::translate(context, source, disambiguation, n);
}

Language::~Language()
{
    removeTranslators();
}

void Language::removeTranslators()
{
    QCoreApplication::removeTranslator(&m_translator);
    QCoreApplication::removeTranslator(&m_toolkit);
}

// A text of Qt that the program has a translation of, too, is the program's: what was installed
// last is asked first.
void Language::choose(const QString &name)
{
    removeTranslators();
    const auto locale = name.isEmpty() ? QLocale::system() : QLocale(name);
    const bool isKnown = m_translator.load(
        locale, QStringLiteral("lockstep"), QStringLiteral("_"), QStringLiteral(":/translations"));
    // Texts without a translation are English; lockstep_en has the English plurals.
    const bool isLoaded =
        isKnown || m_translator.load(QStringLiteral(":/translations/lockstep_en"));
    if (m_toolkit.load(QLocale(this->name()), QStringLiteral("qtbase"), QStringLiteral("_"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_toolkit);
    if (isLoaded)
        QCoreApplication::installTranslator(&m_translator);
    // Input fields and the axes of plots write numbers by the default locale.
    QLocale::setDefault(QLocale(this->name()));
}

void Language::leaveCoreInEnglish()
{
    m_translator.isCoreEnglish = true;
    QCoreApplication::removeTranslator(&m_toolkit);
}

QString Language::name() const
{
    const QString loaded = m_translator.language();
    return languageCodes().contains(loaded) ? loaded : QStringLiteral("en");
}

} // namespace lockstep
