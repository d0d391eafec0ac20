#pragma once

#include <QStringList>

#include <array>

namespace lockstep {

// A language of the program. Its translation is resources/translations/lockstep_CODE.ts.
struct SpokenLanguage
{
    const char *code; // as QLocale writes it
    const char16_t *ownName; // for those who cannot read the present language
};

inline constexpr std::array allLanguages{
    SpokenLanguage{"en", u"English"},
    SpokenLanguage{"zh_CN", u"简体中文"},
};

inline QStringList languageCodes()
{
    QStringList codes;
    for (const SpokenLanguage &each : allLanguages)
        codes << QString::fromLatin1(each.code);
    return codes;
}

} // namespace lockstep
