#pragma once

#include "ui/lab/scenarios/ownfiles.h"
#include "ui/lab/words/verdictwords.h"

#include <QAbstractListModel>

#include <optional>

namespace lockstep {

// A scenario in the list.
struct ScenarioEntry
{
    QString key; // the path of its file, or its id if it has no file
    ScenarioPtr scenario; // nullptr if it is a file of the user's that cannot be read
    QString path;
    QByteArray source;
    QString mistake;
    bool isOwn = false;
    std::optional<CheckOutcome> verdict; // of the last run; nothing if there was none
};

// The scenarios under the headings of their families; files of the user's have a heading of their
// own.
class ScenarioListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { IsHeadingRole = Qt::UserRole, VerdictRole, RelationRole, KeyRole };
    // How a scenario relates to the chosen one.
    enum class Relation : quint8 { None, Fixes, IsFixedBy };

    using QAbstractListModel::QAbstractListModel;

    void setLanguage(const QString &language);
    void setShipped(const std::vector<ScenarioPtr> &scenarios);
    void setOwn(const std::vector<OwnFile> &files);
    // Shows only scenarios whose title, id or family has all of the words.
    void setFilter(const QString &words);
    void setVerdict(const QString &key, CheckOutcome verdict);
    // ids: the scenarios whose exercise is solved.
    void setSolved(const QStringList &ids);
    void setChosen(const QString &key);
    // Whether the scenario's exercise is solved. A file of the user's never counts as solved,
    // because it may have the id of a shipped scenario and ask for less.
    [[nodiscard]] bool isSolved(const ScenarioEntry &entry) const;

    [[nodiscard]] const ScenarioEntry *entry(const QString &key) const;
    [[nodiscard]] const ScenarioEntry *entryOf(const QModelIndex &index) const;
    // The scenario with that id; nullptr if there is none.
    [[nodiscard]] const ScenarioEntry *byId(const QByteArray &id) const;
    // The keys of all scenarios by the titles that are shown, regardless of the filter.
    [[nodiscard]] std::map<QString, QString> keysByTitle() const;
    [[nodiscard]] QModelIndex indexOf(const QString &key) const;
    [[nodiscard]] int scenarioCount() const; // that match the filter

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row
    {
        QString heading; // empty if the row is a scenario
        std::size_t entry = 0;
    };
    void arrange();
    [[nodiscard]] bool passes(const ScenarioEntry &entry) const;
    [[nodiscard]] QString titleOf(const ScenarioEntry &entry) const;
    [[nodiscard]] QString toolTipOf(const ScenarioEntry &entry) const;
    [[nodiscard]] Relation relationOf(const ScenarioEntry &entry) const;

    std::vector<ScenarioEntry> m_entries; // shipped ones first
    std::vector<Row> m_rows;
    struct RunVerdict
    {
        CheckOutcome outcome;
        QByteArray source; // the text that was run; a verdict does not apply to another text
    };
    std::map<QString, RunVerdict> m_verdicts; // by key; kept when a file is read again
    QStringList m_solved;
    QString m_language, m_filter, m_chosen;
};

} // namespace lockstep
