#pragma once

#include "core/redis/identity/serveridentity.h"
#include "core/watch/formats/catalogue.h"
#include "core/watch/formats/rulefile.h"
#include "ui/watch/rules/ruledialog.h"
#include "ui/window/mainwindow.h"

#include <QPointer>

namespace lockstep {

// The rules and alerts that the user makes in the window. They are kept in a file for each server,
// are tried before those that were given at the start, and take effect as soon as they are written.
class RuleEditing : public QObject
{
    Q_OBJECT

public:
    // window: shows what is wrong and is the parent of the dialogs; must outlive this.
    explicit RuleEditing(MainWindow *window);

    // Begins with a server and reads its rules; nullptr is the demo shop. given: the formats with
    // the rules that were given at the start. givenFile: where these come from; empty: there are
    // none.
    void begin(
        const Endpoint *server, std::shared_ptr<const Catalogue> given, const QString &givenFile);
    // Begins without any rules of the user.
    void beginWithout(std::shared_ptr<const Catalogue> given);
    // Sets the identity of the present server, which may have its rules under another name.
    void identify(const ServerIdentity &identity);

    // The formats with both sets of rules, the user's first.
    [[nodiscard]] const std::shared_ptr<const Catalogue> &catalogue() const { return m_catalogue; }

    void editRule(const ItemPtr &item, RuleField field);
    void showRules();
    void addAlert(const ItemPtr &item); // for keys named like that one
    void showAlerts();
    void readAgain();

Q_SIGNALS:
    void catalogueChanged();

private:
    void setOwn(RuleSet set);
    [[nodiscard]] bool canEdit();
    void put(const Rule &rule, const std::optional<Rule> &inPlaceOf);
    bool save(const RuleSet &set);
    [[nodiscard]] QString fileOfServer() const;
    [[nodiscard]] qsizetype countMatches(const Glob &glob) const;
    [[nodiscard]] QByteArray proposedGlob(const Item &item) const;
    void open(QDialog *dialog);

    MainWindow *m_window;
    std::optional<Endpoint> m_server; // nothing for the demo shop
    ServerIdentity m_identity;
    std::shared_ptr<const Catalogue> m_given, m_catalogue;
    QString m_givenFile;
    std::optional<RuleFile> m_file; // nothing if the user's rules are not used
    RuleSet m_own; // as m_file has them
    Saying m_trouble; // why m_file cannot be read; nullptr if it can
    QPointer<QDialog> m_dialog;
};

} // namespace lockstep
