#pragma once

#include <QString>
#include <QTranslator>

namespace lockstep {

// The language of everything that a person reads. How numbers are written and texts sorted does not
// depend on it or on the system: Redis must get 0.5, never 0,5. Needs an application object. There
// may be only one at a time, made before any thread.
class Language
{
    // Finds no text of core, nor of Qt, if it is told so.
    class Translator : public QTranslator
    {
    public:
        bool isCoreEnglish = false;
        QString translate(const char *context, const char *source, const char *disambiguation,
            int n) const override;
    };

public:
    // name: one of languageCodes(). If empty, the system's language, or English if that is not
    // available.
    explicit Language(const QString &name = {});
    ~Language();
    Language(const Language &) = delete;
    Language &operator=(const Language &) = delete;

    void choose(const QString &name);
    // The texts of core (CoreText), and those of Qt that are parts of them, are English from now
    // on, because a document of JSON has them.
    void leaveCoreInEnglish();
    // The language in use, one of languageCodes().
    [[nodiscard]] QString name() const;

private:
    void removeTranslators();

    QTranslator m_toolkit; // Qt's own texts, if the package that has them is installed
    Translator m_translator;
};

} // namespace lockstep
