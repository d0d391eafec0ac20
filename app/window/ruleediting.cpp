// The user's rules are tried before those that were given at the start. A rule that is made for a
// row must not change the meaning of other rows, so its place depends on the rule that matched the
// row so far:
//
//     no rule of the user's matches the key   the new one is the last of the user's, so that it
//                                             hides none of them
//     one does, and the pattern stays         it is replaced
//     one does, and the pattern is another    the new one stands right before it
//
// The file is read again whenever a dialog is opened, because people may edit it as well.

#include "app/window/ruleediting.h"

#include "app/window/warningbox.h"
#include "core/watch/discovery/probesampler.h"
#include "core/watch/formats/serverrulefiles.h"
#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/rules/alertsdialog.h"
#include "ui/watch/rules/rulesdialog.h"

#include <QSettings>

#include <algorithm>

namespace lockstep {

RuleEditing::RuleEditing(MainWindow *window)
    : m_window(window)
{
}

void RuleEditing::begin(
    const Endpoint *server, std::shared_ptr<const Catalogue> given, const QString &givenFile)
{
    beginWithout(std::move(given));
    m_givenFile = givenFile;
    m_server = server ? std::optional(*server) : std::nullopt;
    m_file.emplace(fileOfServer());
    readAgain();
}

void RuleEditing::beginWithout(std::shared_ptr<const Catalogue> given)
{
    delete m_dialog;
    m_given = m_catalogue = std::move(given);
    m_server.reset();
    m_identity = {};
    m_file.reset();
    m_own = {};
    m_trouble = nullptr;
    m_window->setRulesTrouble(nullptr);
}

void RuleEditing::identify(const ServerIdentity &identity)
{
    m_identity = identity;
    if (!m_file || fileOfServer() == m_file->path())
        return;
    delete m_dialog;
    m_file.emplace(fileOfServer());
    readAgain();
}

QString RuleEditing::fileOfServer() const
{
    QSettings settings;
    ServerRuleFiles files(&settings);
    return m_server ? files.fileOf(*m_server, m_identity) : files.fileOfDemo();
}

void RuleEditing::readAgain()
{
    if (!m_file)
        return;
    const auto rules = m_file->read();
    m_trouble = nullptr;
    if (!rules)
        m_trouble = [error = rules.error()] {
            return tr("The rules for this server are not used, and their file is left as it is. %1")
                .arg(errorMessage(error, {}));
        };
    m_window->setRulesTrouble(m_trouble);
    setOwn(rules.value_or(RuleSet()));
}

void RuleEditing::setOwn(RuleSet set)
{
    if (set == m_own)
        return;
    m_own = std::move(set);
    RuleSet all = m_own;
    all.rules.insert(all.rules.end(), m_given->rules().begin(), m_given->rules().end());
    all.alerts.insert(all.alerts.end(), m_given->alertRules().begin(), m_given->alertRules().end());
    m_catalogue = m_own.isEmpty() ? m_given : m_given->withRules(std::move(all));
    Q_EMIT catalogueChanged();
}

// Whether a dialog can be opened now. There is one at a time, and it begins with what the file has
// now.
bool RuleEditing::canEdit()
{
    if (m_dialog) {
        m_dialog->raise();
        return false;
    }
    readAgain();
    if (m_trouble)
        openWarning(m_window, m_trouble());
    return m_file && !m_trouble;
}

void RuleEditing::editRule(const ItemPtr &item, RuleField field)
{
    if (!canEdit())
        return;
    const Rule *own = ruleFor(m_own.rules, item->key);
    const Rule *present = own ? own : ruleFor(m_given->rules(), item->key);
    Rule rule;
    if (present)
        rule = *present;
    else
        rule.glob = Glob(proposedGlob(*item));
    auto *dialog = new RuleDialog(
        rule, field, [this](const Glob &glob) { return countMatches(glob); }, m_window);
    const auto inPlaceOf = own ? std::optional(*own) : std::nullopt;
    connect(dialog, &QDialog::accepted, this,
        [this, dialog, inPlaceOf] { put(dialog->rule(), inPlaceOf); });
    open(dialog);
}

void RuleEditing::put(const Rule &rule, const std::optional<Rule> &inPlaceOf)
{
    std::vector<Rule> rules = m_own.rules;
    const auto place = inPlaceOf ? std::find(rules.begin(), rules.end(), *inPlaceOf) : rules.end();
    if (place != rules.end() && place->glob.pattern() == rule.glob.pattern())
        *place = rule;
    else
        rules.insert(place, rule);
    if (save({rules, m_own.alerts}) && rule.isIgnored)
        m_window->showNotice([pattern = rule.glob.pattern()] {
            return tr("Keys that match %1 are neither read nor shown from now on. Delete the rule "
                      "in Rules… (Ctrl+L) to bring them back.")
                .arg(wording::key(pattern));
        });
}

void RuleEditing::showRules()
{
    if (!canEdit())
        return;
    auto *dialog = new RulesDialog(
        m_own.rules, m_given->rules(), {m_file->path(), m_givenFile},
        [this](const Glob &glob) { return countMatches(glob); }, m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        save({dialog->rules(), m_own.alerts});
    });
    open(dialog);
}

// The first proposal is the condition that is most often wanted, but any that fits will do.
void RuleEditing::addAlert(const ItemPtr &item)
{
    if (!canEdit())
        return;
    AlertRule alert;
    alert.glob = Glob(proposedGlob(*item));
    for (const QString &example : alertConditionExamples()) {
        QString expected;
        const auto condition = alertConditionFrom(example, &expected);
        if (condition && condition->fits(item->format->family())) {
            alert.when = *condition;
            break;
        }
    }
    auto *dialog = new AlertDialog(
        alert, [this](const Glob &glob) { return countMatches(glob); }, m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        RuleSet set = m_own;
        set.alerts.push_back(dialog->rule());
        save(set);
    });
    open(dialog);
}

void RuleEditing::showAlerts()
{
    if (!canEdit())
        return;
    auto *dialog = new AlertsDialog(
        m_own.alerts, m_given->alertRules(), {m_file->path(), m_givenFile},
        [this](const Glob &glob) { return countMatches(glob); }, m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        save({m_own.rules, dialog->alerts()});
    });
    open(dialog);
}

bool RuleEditing::save(const RuleSet &set)
{
    if (set == m_own)
        return true;
    const Result<bool> written = m_file->write(set);
    if (!written) {
        openWarning(m_window, tr("Cannot write %1").arg(foreignWords(written.error().detail)));
        return false;
    }
    if (!*written) {
        readAgain();
        openWarning(m_window,
            m_trouble ? m_trouble()
                      : tr("The rules have been changed by another program since they were read, "
                           "so nothing was written. They are read again now: repeat your change."));
        return false;
    }
    (void)fileOfServer(); // registers all names of the server for the file
    setOwn(set);
    return true;
}

qsizetype RuleEditing::countMatches(const Glob &glob) const
{
    const Snapshot &shown = m_window->watchPage()->shownSnapshot();
    qsizetype matches = 0;
    for (const Snapshot::Items &items : {shown.counters, shown.buckets, shown.locks})
        matches += std::count_if(items->begin(), items->end(),
            [&glob](const ItemPtr &item) { return glob.matches(item->key); });
    return matches;
}

// The pattern that is proposed for a rule: keys that differ only in their identifiers. If no other
// key matches that, the keys with the same prefix, if all of them are of the same family: login:*
// for login:alice.
QByteArray RuleEditing::proposedGlob(const Item &item) const
{
    const QByteArray like = ProbeSampler::globOf(item.key);
    const qsizetype colon = item.key.lastIndexOf(':');
    if (colon <= 0 || countMatches(Glob(like)) > 1)
        return like;
    const QByteArray beside = ProbeSampler::globOf(item.key.first(colon + 1)) + '*';
    const Glob glob(beside);
    const Snapshot &shown = m_window->watchPage()->shownSnapshot();
    const auto &items = item.format->family() == Family::Counter ? shown.counters
        : item.format->family() == Family::Bucket                ? shown.buckets
                                                                 : shown.locks;
    const qsizetype relatives = std::count_if(items->begin(), items->end(),
        [&glob](const ItemPtr &other) { return glob.matches(other->key); });
    return relatives > 1 && relatives == countMatches(glob) ? beside : like;
}

void RuleEditing::open(QDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog = dialog;
    dialog->open();
}

} // namespace lockstep
