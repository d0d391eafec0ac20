#include "ui/lab/scenarios/scenariolistmodel.h"

#include "ui/lab/words/parameterwords.h"
#include "ui/text/wording.h"

#include <QFileInfo>

#include <algorithm>

namespace lockstep {

namespace {

QString keyOf(const Scenario &scenario)
{
    return scenario.path.isEmpty() ? QString::fromUtf8(scenario.id) : scenario.path;
}

} // namespace

void ScenarioListModel::setLanguage(const QString &language)
{
    m_language = language;
    arrange(); // because headings are translated, too
}

void ScenarioListModel::setShipped(const std::vector<ScenarioPtr> &scenarios)
{
    std::erase_if(m_entries, [](const ScenarioEntry &entry) { return !entry.isOwn; });
    std::vector<ScenarioEntry> shipped;
    for (const ScenarioPtr &scenario : scenarios)
        shipped.push_back({keyOf(*scenario), scenario, scenario->path, scenario->source, {}, false,
            std::nullopt});
    m_entries.insert(m_entries.begin(), shipped.begin(), shipped.end());
    arrange();
}

void ScenarioListModel::setOwn(const std::vector<OwnFile> &files)
{
    std::erase_if(m_entries, [](const ScenarioEntry &entry) { return entry.isOwn; });
    for (const OwnFile &file : files)
        m_entries.push_back(
            {file.path, file.scenario, file.path, file.source, file.mistake, true, std::nullopt});
    arrange();
}

void ScenarioListModel::setFilter(const QString &words)
{
    if (words == m_filter)
        return;
    m_filter = words;
    arrange();
}

void ScenarioListModel::setVerdict(const QString &key, CheckOutcome verdict)
{
    for (ScenarioEntry &entry : m_entries) {
        if (entry.key != key)
            continue;
        entry.verdict = verdict;
        m_verdicts[key] = {verdict, entry.source};
    }
    const QModelIndex index = indexOf(key);
    if (index.isValid())
        Q_EMIT dataChanged(index, index);
}

void ScenarioListModel::setSolved(const QStringList &ids)
{
    m_solved = ids;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

bool ScenarioListModel::isSolved(const ScenarioEntry &entry) const
{
    return !entry.isOwn && entry.scenario && entry.scenario->exercise
        && m_solved.contains(QString::fromUtf8(entry.scenario->id));
}

void ScenarioListModel::setChosen(const QString &key)
{
    if (key == m_chosen)
        return;
    m_chosen = key;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {RelationRole});
}

void ScenarioListModel::arrange()
{
    beginResetModel();
    m_rows.clear();
    std::vector<QByteArray> families;
    for (ScenarioEntry &entry : m_entries) {
        const auto verdict = m_verdicts.find(entry.key);
        if (verdict != m_verdicts.end() && verdict->second.source == entry.source)
            entry.verdict = verdict->second.outcome;
        const bool isNew = !entry.isOwn && entry.scenario
            && std::find(families.begin(), families.end(), entry.scenario->family)
                == families.end();
        if (isNew)
            families.push_back(entry.scenario->family);
    }
    const auto add = [this](const QString &heading, const auto &belongs) {
        bool isFirst = true;
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            if (!belongs(m_entries[i]) || !passes(m_entries[i]))
                continue;
            if (std::exchange(isFirst, false))
                m_rows.push_back({heading, 0});
            m_rows.push_back({{}, i});
        }
    };
    for (const QByteArray &family : families)
        add(familyTitle(family), [&](const ScenarioEntry &entry) {
            return !entry.isOwn && entry.scenario->family == family;
        });
    add(tr("Own files"), [](const ScenarioEntry &entry) { return entry.isOwn; });
    endResetModel();
}

bool ScenarioListModel::passes(const ScenarioEntry &entry) const
{
    QString text = entry.path + u' ' + titleOf(entry);
    if (entry.scenario) {
        text = QString::fromUtf8(entry.scenario->id) + u' '
            + QString::fromUtf8(entry.scenario->family) + u' ' + familyTitle(entry.scenario->family)
            + u' ' + entry.scenario->title.en + u' '
            + entry.scenario->title.others.values().join(u' ');
        if (entry.isOwn)
            text += u' ' + QFileInfo(entry.path).fileName();
    }
    const QStringList words = m_filter.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
        [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

QString ScenarioListModel::titleOf(const ScenarioEntry &entry) const
{
    const QString title = entry.scenario ? entry.scenario->title.in(m_language) : QString();
    return wording::key((title.isEmpty() ? QFileInfo(entry.path).fileName() : title).toUtf8(), 120);
}

QString ScenarioListModel::toolTipOf(const ScenarioEntry &entry) const
{
    QStringList lines;
    if (entry.scenario)
        lines << wording::key(entry.scenario->id);
    if (entry.isOwn)
        lines << entry.path;
    if (entry.verdict)
        lines << tr("Last run: %1").arg(outcomeWord(*entry.verdict));
    if (!entry.isOwn && entry.scenario && entry.scenario->exercise)
        lines << (isSolved(entry) ? tr("Exercise: solved") : tr("Exercise: not solved yet"));
    const ScenarioEntry *fix = entry.scenario ? byId(entry.scenario->fix) : nullptr;
    if (fix)
        lines << tr("Fixed by: %1").arg(titleOf(*fix));
    if (!entry.mistake.isEmpty())
        lines << entry.mistake;
    return QStringLiteral("<span>%1</span>")
        .arg(lines.join(u'\n').toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
}

ScenarioListModel::Relation ScenarioListModel::relationOf(const ScenarioEntry &entry) const
{
    const ScenarioEntry *chosen = this->entry(m_chosen);
    if (!chosen || !chosen->scenario || !entry.scenario || chosen->key == entry.key)
        return Relation::None;
    if (!chosen->scenario->fix.isEmpty() && chosen->scenario->fix == entry.scenario->id)
        return Relation::Fixes;
    return !entry.scenario->fix.isEmpty() && entry.scenario->fix == chosen->scenario->id
        ? Relation::IsFixedBy
        : Relation::None;
}

const ScenarioEntry *ScenarioListModel::entry(const QString &key) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
        [&](const ScenarioEntry &entry) { return entry.key == key; });
    return found == m_entries.end() ? nullptr : &*found;
}

const ScenarioEntry *ScenarioListModel::entryOf(const QModelIndex &index) const
{
    if (!index.isValid() || !m_rows.at(std::size_t(index.row())).heading.isEmpty())
        return nullptr;
    return &m_entries.at(m_rows.at(std::size_t(index.row())).entry);
}

const ScenarioEntry *ScenarioListModel::byId(const QByteArray &id) const
{
    if (id.isEmpty())
        return nullptr;
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
        [&](const ScenarioEntry &entry) { return entry.scenario && entry.scenario->id == id; });
    return found == m_entries.end() ? nullptr : &*found;
}

std::map<QString, QString> ScenarioListModel::keysByTitle() const
{
    std::map<QString, QString> keys;
    for (const ScenarioEntry &each : m_entries)
        keys.emplace(titleOf(each), each.key);
    return keys;
}

QModelIndex ScenarioListModel::indexOf(const QString &key) const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].heading.isEmpty() && m_entries[m_rows[row].entry].key == key)
            return index(int(row));
    }
    return {};
}

int ScenarioListModel::scenarioCount() const
{
    return int(std::count_if(
        m_rows.begin(), m_rows.end(), [](const Row &row) { return row.heading.isEmpty(); }));
}

int ScenarioListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

Qt::ItemFlags ScenarioListModel::flags(const QModelIndex &index) const
{
    return entryOf(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                          : Qt::ItemFlags(Qt::NoItemFlags);
}

QVariant ScenarioListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    const ScenarioEntry *entry = entryOf(index);
    if (!entry)
        return role == Qt::DisplayRole       ? QVariant(row.heading)
            : role == Qt::AccessibleTextRole ? QVariant(row.heading)
            : role == IsHeadingRole          ? QVariant(true)
                                             : QVariant();
    const std::optional<CheckOutcome> verdict =
        entry->mistake.isEmpty() ? entry->verdict : CheckOutcome::Mistake;
    switch (role) {
    case Qt::DisplayRole:
        return isSolved(*entry) ? titleOf(*entry) + QStringLiteral(" ✓") : titleOf(*entry);
    case Qt::AccessibleTextRole: {
        const QString title = isSolved(*entry)
            ? tr("%1, exercise solved", "scenario").arg(titleOf(*entry))
            : titleOf(*entry);
        return verdict ? tr("%1, %2", "scenario, verdict").arg(title, outcomeWord(*verdict))
                       : title;
    }
    case Qt::ToolTipRole:
        return toolTipOf(*entry);
    case IsHeadingRole:
        return false;
    case VerdictRole:
        return verdict ? QVariant(int(*verdict)) : QVariant();
    case RelationRole:
        return int(relationOf(*entry));
    case KeyRole:
        return entry->key;
    default:
        return {};
    }
}

} // namespace lockstep
