#include "app/language.h"

#include <QCoreApplication>
#include <QLocale>

namespace lockstep {

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
    // The sentences are English, but for their plurals.
    if (isKnown || m_translator.load(QStringLiteral(":/translations/lockstep_en")))
        QCoreApplication::installTranslator(&m_translator);
}

QString Language::name() const
{
    return m_translator.language().startsWith(u"zh") ? QStringLiteral("zh_CN")
                                                     : QStringLiteral("en");
}

} // namespace lockstep
