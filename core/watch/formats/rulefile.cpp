#include "core/watch/formats/rulefile.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace lockstep {

RuleFile::RuleFile(QString path)
    : m_file(std::move(path))
{
}

Result<RuleSet> RuleFile::read()
{
    const auto contents = m_file.read();
    if (!contents)
        return tl::unexpected(contents.error());
    if (!*contents)
        return RuleSet();
    auto set = rulesFromJson(**contents, path());
    if (!set)
        m_file.forget();
    return set;
}

Result<bool> RuleFile::write(const RuleSet &set)
{
    const QByteArray present = m_file.contents().value_or(QByteArray());
    const QString about =
        QJsonDocument::fromJson(present).object().value(QStringLiteral("about")).toString();
    return m_file.replace(rulesToJson(set, about));
}

} // namespace lockstep
