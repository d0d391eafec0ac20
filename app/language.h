#pragma once

#include <QString>
#include <QTranslator>

namespace lockstep {

// The language of everything a person reads. Needs an application object; one at a time.
class Language
{
public:
    // name: en or zh_CN; empty: the system's, English where it is not spoken here.
    explicit Language(const QString &name = {}) { choose(name); }
    ~Language();
    Language(const Language &) = delete;
    Language &operator=(const Language &) = delete;

    void choose(const QString &name);
    // What is spoken: "zh_CN", or "en".
    [[nodiscard]] QString name() const;

private:
    QTranslator m_translator;
};

} // namespace lockstep
