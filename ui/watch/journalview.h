#pragma once

#include "core/watch/journal.h"
#include "core/watch/snapshot.h"

#include <QWidget>

class QTableView;

namespace lockstep {

class JournalFilter;
class JournalModel;
class Theme;

// What happened, newest first. New entries leave selection and scroll position as they are; the
// list follows the newest only while it shows it.
class JournalView : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit JournalView(const Theme *theme, QWidget *parent = nullptr);

    // total: entries since the start, those that were dropped included.
    void append(const std::vector<JournalEntry> &entries, qint64 total);
    void clear(); // another server
    // A glob or a part of the key, see KeyFilter.
    void setFilter(const QString &text);
    void setKind(std::optional<JournalEntry::Kind> kind); // nothing: all
    // The selected rows, or all that pass the filter, as lines of time, key and sentence between
    // tabs.
    [[nodiscard]] QString copyText() const;

    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] JournalModel *model() const { return m_model; }

private:
    void setUpTable();
    void applyColours();
    void keepPlace(int inserted);
    void openMenu(const QPoint &where);
    void copy();

    const Theme *m_theme;
    JournalModel *m_model;
    JournalFilter *m_filter;
    QTableView *m_table;
    int m_cameInAbove = 0; // rows, not scrolled past yet
};

} // namespace lockstep
