#pragma once

#include "core/watch/formats/catalogue.h"

#include <QByteArray>

#include <memory>
#include <vector>

namespace lockstep {

// Tells which names the current rules judge otherwise than earlier rules did. Earlier rules are
// kept until a pass has met all names again.
class RuleChanges
{
public:
    explicit RuleChanges(std::shared_ptr<const Catalogue> catalogue)
        : m_catalogue(std::move(catalogue))
    {
    }

    // Replaces the rules. pass: the running or the last pass. Returns the previous rules.
    std::shared_ptr<const Catalogue> replace(
        std::shared_ptr<const Catalogue> catalogue, quint32 pass);
    void startPass(quint32 pass);

    [[nodiscard]] const Catalogue &catalogue() const { return *m_catalogue; }
    // Whether another rule applies to the key than did among those before.
    [[nodiscard]] bool hasOtherRule(const QByteArray &key, const Catalogue &before) const;
    // Whether another rule applies to the key than did among any of the rules that are kept.
    [[nodiscard]] bool hasChangedRule(const QByteArray &key) const;
    // Whether there may be objects now among the names that were nothing by those rules.
    [[nodiscard]] bool mayFindObjects(const Catalogue &before) const;

private:
    std::shared_ptr<const Catalogue> m_catalogue;
    std::vector<std::shared_ptr<const Catalogue>> m_before;
    quint32 m_beforeUntil = 0; // the last pass for which they are kept
};

} // namespace lockstep
