#include "ui/watch/rules/alertsdialog.h"

#include "ui/text/wording.h"
#include "ui/watchtext/alertwording.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>

#include <algorithm>
#include <array>

namespace lockstep {

AlertsDialog::AlertsDialog(std::vector<AlertRule> alerts, const std::vector<AlertRule> &given,
    const QString &file, AlertDialog::Count count, QWidget *parent)
    : QDialog(parent)
    , m_alerts(std::move(alerts))
    , m_given(given)
    , m_count(std::move(count))
    , m_about(new QLabel(this))
    , m_list(new QTreeWidget(this))
    , m_add(new QPushButton(tr("Add…"), this))
    , m_change(new QPushButton(tr("Change…"), this))
    , m_remove(new QPushButton(tr("Delete"), this))
{
    setWindowTitle(tr("Alerts for this server"));
    layOut(file);
    fill(0);
    m_list->setFocus();
}

void AlertsDialog::layOut(const QString &file)
{
    m_about->setTextFormat(Qt::PlainText);
    m_about->setWordWrap(true);
    auto *place = new QLabel(tr("Kept in %1").arg(QDir::toNativeSeparators(file)), this);
    place->setTextFormat(Qt::PlainText);
    place->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    place->setWordWrap(true);
    place->setForegroundRole(QPalette::PlaceholderText);
    m_list->setObjectName(QStringLiteral("alerts"));
    m_list->setAccessibleName(windowTitle());
    m_list->setHeaderLabels({tr("Name"), tr("Keys"), tr("When"), tr("For"), tr("Severity")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &AlertsDialog::enableButtons);
    connect(m_list, &QTreeWidget::itemActivated, this, &AlertsDialog::change);

    auto *row = new QHBoxLayout;
    row->addWidget(m_list, 1);
    row->addWidget(makeButtons());
    auto *ends = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    ends->button(QDialogButtonBox::Ok)->setText(tr("OK"));
    ends->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(ends, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(ends, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_about);
    column->addLayout(row, 1);
    column->addWidget(place);
    column->addWidget(ends);
    const int unit = fontMetrics().averageCharWidth();
    resize(unit * 124, fontMetrics().height() * 22);
    constexpr std::array columns{30, 30, 20, 8}; // characters; the last column takes what is left
    for (int i = 0; i < int(columns.size()); ++i)
        m_list->header()->resizeSection(i, unit * columns.at(size_t(i)));
}

QWidget *AlertsDialog::makeButtons()
{
    auto *buttons = new QWidget(this);
    auto *column = new QVBoxLayout(buttons);
    column->setContentsMargins(0, 0, 0, 0);
    const std::initializer_list<std::pair<QPushButton *, const char *>> all{
        {m_add, "add"}, {m_change, "change"}, {m_remove, "delete"}};
    for (const auto &[button, name] : all) {
        button->setObjectName(QString::fromLatin1(name));
        button->setAutoDefault(false);
        column->addWidget(button);
    }
    column->addStretch();
    connect(m_add, &QPushButton::clicked, this, &AlertsDialog::add);
    connect(m_change, &QPushButton::clicked, this, &AlertsDialog::change);
    connect(m_remove, &QPushButton::clicked, this, &AlertsDialog::remove);
    // A button's own shortcut would show it pressed for a moment before it acts.
    const QKeySequence keys(Qt::Key_Delete);
    connect(new QShortcut(keys, this), &QShortcut::activated, m_remove, &QPushButton::click);
    m_remove->setToolTip(keys.toString(QKeySequence::NativeText));
    return buttons;
}

void AlertsDialog::fill(int chosen)
{
    m_list->clear();
    m_about->setText(m_alerts.empty() && m_given.empty()
            ? tr("There is no alert yet. Add… makes one, and so does Alert… in the context menu of "
                 "a row.")
            : tr("All alerts that match a key count."));
    const auto append = [this](const AlertRule &alert, bool isGiven) {
        auto *item = new QTreeWidgetItem(m_list,
            {wording::key(alert.name.toUtf8()), wording::key(alert.glob.pattern()),
                alert.when.text(),
                alert.lasts > Milliseconds(0) ? lengthText(alert.lasts) : QString(),
                severityWord(alert.severity)});
        if (!isGiven)
            return;
        item->setFlags(Qt::ItemIsEnabled);
        for (int column = 0; column < m_list->columnCount(); ++column) {
            item->setForeground(column, palette().brush(QPalette::PlaceholderText));
            item->setToolTip(
                column, tr("This alert comes from --rules and cannot be changed here."));
        }
    };
    for (const AlertRule &alert : m_alerts)
        append(alert, false);
    for (const AlertRule &alert : m_given)
        append(alert, true);
    if (!m_alerts.empty())
        m_list->setCurrentItem(
            m_list->topLevelItem(std::clamp(chosen, 0, int(m_alerts.size()) - 1)));
    enableButtons();
}

int AlertsDialog::chosen() const
{
    const QList<QTreeWidgetItem *> selected = m_list->selectedItems();
    const int row = selected.isEmpty() ? -1 : m_list->indexOfTopLevelItem(selected.first());
    return row < int(m_alerts.size()) ? row : -1;
}

void AlertsDialog::enableButtons()
{
    m_change->setEnabled(chosen() >= 0);
    m_remove->setEnabled(chosen() >= 0);
}

void AlertsDialog::ask(const AlertRule &alert, std::function<void(const AlertRule &)> done)
{
    auto *dialog = new AlertDialog(alert, m_count, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [dialog, done] { done(dialog->rule()); });
    dialog->open();
}

void AlertsDialog::add()
{
    ask({}, [this](const AlertRule &alert) {
        m_alerts.push_back(alert);
        fill(int(m_alerts.size()) - 1);
    });
}

void AlertsDialog::change()
{
    const int row = chosen();
    if (row < 0)
        return;
    ask(m_alerts[size_t(row)], [this, row](const AlertRule &alert) {
        m_alerts[size_t(row)] = alert;
        fill(row);
    });
}

void AlertsDialog::remove()
{
    const int row = chosen();
    if (row < 0)
        return;
    m_alerts.erase(m_alerts.begin() + row);
    fill(row);
    m_list->setFocus(); // the button may be disabled now
}

} // namespace lockstep
