#pragma once

#include <QString>
#include <QTranslator>

namespace lockstep {

// The language of everything a person reads. Numbers and the order of text are the same in every
// language, and on every system: Redis is told 0.5, never 0,5. Needs an application object; one at
// a time, made before there are threads.
class Language
{
public:
    // name: one of languageCodes(); empty: the system's, English where it is not spoken here.
    explicit Language(const QString &name = {});
    ~Language();
    Language(const Language &) = delete;
    Language &operator=(const Language &) = delete;

    void choose(const QString &name);
    // What is spoken, one of languageCodes().
    [[nodiscard]] QString name() const;

private:
    QTranslator m_translator;
};

} // namespace lockstep
