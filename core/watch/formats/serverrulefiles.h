#pragma once

#include "core/redis/identity/serveridentity.h"
#include "core/redis/values/endpoint.h"

class QSettings;

namespace lockstep {

// Which file holds the rules of which server: one for each database of each server. A server is
// known by every address that it was seen at and by who it said it is, as those that are marked as
// production are; a replica, or a copy of its data, has the same rules unless it has some of its
// own. What is known of them is kept in the settings.
class ServerRuleFiles
{
public:
    // The usual place: the folder rules among the application's settings.
    static QString usualFolder();

    // settings: must outlive this.
    explicit ServerRuleFiles(QSettings *settings, QString folder = usualFolder());

    // The path, whether or not such a file is there. What is new of a server whose file is there is
    // added to what is known of it. An empty identity: not known yet.
    [[nodiscard]] QString fileOf(const Endpoint &endpoint, const ServerIdentity &identity = {});
    // The rules file of the demo shop, whose server is another one each time.
    [[nodiscard]] QString fileOfDemo() const;

private:
    QSettings *m_settings;
    QString m_folder;
};

} // namespace lockstep
