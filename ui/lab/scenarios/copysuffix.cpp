#include "ui/lab/scenarios/copysuffix.h"

#include "ui/text/languages.h"

#include <QTranslator>

namespace lockstep {

namespace {

const char suffixContext[] = "lockstep::CopySuffix";
const char suffixText[] = QT_TRANSLATE_NOOP("lockstep::CopySuffix", " (mine%1)");

} // namespace

// tr() answers in the present language, so the file of each language is read here.
LocalText copySuffix(int number)
{
    const QString count = number > 1 ? u' ' + QString::number(number) : QString();
    LocalText suffix{QString::fromLatin1(suffixText).arg(count), {}};
    for (const QString &code : languageCodes()) {
        QTranslator translator;
        if (!translator.load(QStringLiteral(":/translations/lockstep_") + code))
            continue;
        const QString words = translator.translate(suffixContext, suffixText);
        if (!words.isEmpty()) // by the language alone, so that a title may name another country
            suffix.others.insert(code.section(u'_', 0, 0), words.arg(count));
    }
    return suffix;
}

} // namespace lockstep
