#pragma once

#include "ui/watch/journal/journalfilter.h"

#include <QWidget>

class QAction;
class QCheckBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace lockstep {

class FilterChip;
class Theme;

// The bar over the journal: title, search field, menus to filter and to export, and how many lines
// there are. While the journal is filtered, a second row has a chip for each condition, which
// removes it.
class JournalBar : public QWidget
{
    Q_OBJECT

public:
    enum class ExportKind : quint8 { Csv, Json };

    // theme must outlive this.
    explicit JournalBar(const Theme *theme, QWidget *parent = nullptr);

    // Shows the filter without emitting filterChanged().
    void setFilter(const JournalFilter &filter);
    [[nodiscard]] const JournalFilter &filter() const { return m_filter; }

    struct Counts
    {
        qint64 shown = 0; // lines that match the filter, as far as they were examined
        qint64 kept = 0;
        qint64 total = 0; // since the watch began, including those that were dropped
        std::optional<JournalFilter::Time> since; // the time of the oldest line that is kept
        bool isFiltering = false; // not all lines were examined yet, so `shown` still grows
    };
    void setCounts(const Counts &counts);
    // Hides what refers to the present, and the export, because the lines are from a recording.
    void setRecorded();
    // Shows a message in place of the counts for some seconds.
    void showMessage(const QString &message);
    // Says, for example, "43 207 lines since 09:12" or "37 of 43 207 lines".
    [[nodiscard]] QString note() const;

Q_SIGNALS:
    // The user has changed the filter. JournalFilter::keys, which belongs to the page, is
    // unchanged.
    void filterChanged(const lockstep::JournalFilter &filter);
    void exportRequested(lockstep::JournalBar::ExportKind kind, bool all);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    void fitHead();
    void applyLook();
    void fillFilterMenu();
    void addKinds(QMenu *menu);
    void addTimes(QMenu *menu);
    void fillExportMenu();
    void change(const JournalFilter &filter);
    void showSince(std::chrono::seconds ago);
    void chooseSpan();
    void showConditions();
    void retranslate();

    const Theme *m_theme;
    JournalFilter m_filter;
    Counts m_counts;
    QHBoxLayout *m_head = nullptr;
    QLabel *m_title, *m_note;
    QLineEdit *m_search;
    QToolButton *m_filterButton, *m_exportButton;
    QMenu *m_filterMenu, *m_exportMenu;
    QWidget *m_conditions;
    FilterChip *m_kindsChip, *m_keyChip, *m_holderChip, *m_timeChip, *m_wordsChip;
    std::vector<std::pair<JournalEntry::Kind, QCheckBox *>> m_kindBoxes;
    QString m_message;
    bool m_isRecorded = false;
};

} // namespace lockstep
