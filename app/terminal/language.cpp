#include "app/terminal/language.h"

#include "ui/text/languages.h"

#include <QByteArrayView>
#include <QCoreApplication>
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
    if (isCoreEnglish && QByteArrayView(context) == QByteArrayView("lockstep::CoreText"))
        return {};
    return QTranslator::translate(context, source, disambiguation, n);
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
    // Texts without a translation are English; lockstep_en has the English plurals.
    if (isKnown || m_translator.load(QStringLiteral(":/translations/lockstep_en")))
        QCoreApplication::installTranslator(&m_translator);
    // Input fields and the axes of plots write numbers by the default locale.
    QLocale::setDefault(QLocale(this->name()));
}

QString Language::name() const
{
    const QString loaded = m_translator.language();
    return languageCodes().contains(loaded) ? loaded : QStringLiteral("en");
}

} // namespace lockstep
