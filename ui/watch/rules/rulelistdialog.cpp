#include "ui/watch/rules/rulelistdialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QTextDocument>
#include <QTreeWidget>

#include <algorithm>

namespace lockstep {

namespace {

QString shownFile(const QString &file)
{
    return QDir::toNativeSeparators(QFileInfo(file).absoluteFilePath());
}

QString placeSentences(const RuleListDialog::Files &files)
{
    if (files.given.isEmpty())
        return RuleListDialog::tr("Kept in %1").arg(shownFile(files.own));
    return RuleListDialog::tr(
        "What is made here is kept in %1\nThe pale rows come from %2, which is "
        "left as it is.")
        .arg(shownFile(files.own), shownFile(files.given));
}

} // namespace

RuleListDialog::RuleListDialog(const Look &look, const Files &files, QWidget *parent)
    : QDialog(parent)
    , m_readOnlyToolTip(look.readOnlyToolTip.arg(shownFile(files.given)))
    , m_about(new QLabel(this))
    , m_list(new QTreeWidget(this))
    , m_add(new QPushButton(tr("Add…"), this))
    , m_change(new QPushButton(tr("Change…"), this))
    , m_remove(new QPushButton(tr("Delete"), this))
    , m_up(new QPushButton(tr("Move up"), this))
    , m_down(new QPushButton(tr("Move down"), this))
{
    setWindowTitle(look.title);
    layOut(look, files);
}

void RuleListDialog::layOut(const Look &look, const Files &files)
{
    m_about->setTextFormat(Qt::PlainText);
    m_about->setWordWrap(true);
    auto *place = new QLabel(placeSentences(files), this);
    place->setObjectName(QStringLiteral("place"));
    place->setTextFormat(Qt::PlainText);
    place->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    place->setWordWrap(true);
    place->setForegroundRole(QPalette::PlaceholderText);
    m_list->setObjectName(look.name);
    m_list->setAccessibleName(look.title);
    m_list->setHeaderLabels(look.headers);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &RuleListDialog::enableButtons);
    connect(m_list, &QTreeWidget::itemActivated, this, &RuleListDialog::requestChange);

    auto *row = new QHBoxLayout;
    row->addWidget(m_list, 1);
    row->addWidget(makeButtons(look.isOrdered));
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
    int width = 38; // in characters: the last column and the buttons
    for (int i = 0; i < int(look.widths.size()); ++i) {
        m_list->header()->resizeSection(i, unit * look.widths[i]);
        width += look.widths[i];
    }
    resize(unit * width, fontMetrics().height() * 22);
}

QWidget *RuleListDialog::makeButtons(bool isOrdered)
{
    auto *buttons = new QWidget(this);
    auto *column = new QVBoxLayout(buttons);
    column->setContentsMargins(0, 0, 0, 0);
    const std::initializer_list<std::pair<QPushButton *, const char *>> all{
        {m_add, "add"}, {m_change, "change"}, {m_remove, "delete"}, {m_up, "up"}, {m_down, "down"}};
    for (const auto &[button, name] : all) {
        button->setObjectName(QString::fromLatin1(name));
        button->setAutoDefault(false);
        column->addWidget(button);
    }
    column->addStretch();
    m_up->setVisible(isOrdered);
    m_down->setVisible(isOrdered);
    connect(m_add, &QPushButton::clicked, this, &RuleListDialog::addRequested);
    connect(m_change, &QPushButton::clicked, this, &RuleListDialog::requestChange);
    connect(m_remove, &QPushButton::clicked, this, [this] { Q_EMIT removeRequested(chosen()); });
    connect(m_up, &QPushButton::clicked, this, [this] { requestMove(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { requestMove(1); });
    // A shortcut of the button itself would show it pressed for a moment before it acts.
    const auto onKey = [this](QPushButton *button, const QKeySequence &keys) {
        connect(new QShortcut(keys, this), &QShortcut::activated, button, &QPushButton::click);
        button->setToolTip(keys.toString(QKeySequence::NativeText));
    };
    onKey(m_remove, QKeySequence(Qt::Key_Delete));
    onKey(m_up, QKeySequence(Qt::ALT | Qt::Key_Up));
    onKey(m_down, QKeySequence(Qt::ALT | Qt::Key_Down));
    return buttons;
}

void RuleListDialog::setRows(
    const QList<QStringList> &rows, const QList<QStringList> &readOnly, int chosen)
{
    m_list->clear();
    m_rowCount = int(rows.size());
    for (const QStringList &texts : rows)
        append(texts, false);
    for (const QStringList &texts : readOnly)
        append(texts, true);
    if (m_rowCount > 0)
        m_list->setCurrentItem(m_list->topLevelItem(std::clamp(chosen, 0, m_rowCount - 1)));
    enableButtons();
}

void RuleListDialog::append(const QStringList &texts, bool isReadOnly)
{
    auto *item = new QTreeWidgetItem(m_list, texts);
    if (!isReadOnly)
        return;
    item->setFlags(Qt::ItemIsEnabled);
    for (int column = 0; column < m_list->columnCount(); ++column) {
        item->setForeground(column, palette().brush(QPalette::PlaceholderText));
        item->setToolTip(column, Qt::convertFromPlainText(m_readOnlyToolTip));
    }
}

void RuleListDialog::setAbout(const QString &about)
{
    m_about->setText(about);
}

int RuleListDialog::chosen() const
{
    const QList<QTreeWidgetItem *> selected = m_list->selectedItems();
    const int row = selected.isEmpty() ? -1 : m_list->indexOfTopLevelItem(selected.first());
    return row < m_rowCount ? row : -1;
}

void RuleListDialog::focusList()
{
    m_list->setFocus();
}

void RuleListDialog::enableButtons()
{
    const int row = chosen();
    m_change->setEnabled(row >= 0);
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_rowCount);
}

void RuleListDialog::requestChange()
{
    if (const int row = chosen(); row >= 0)
        Q_EMIT changeRequested(row);
}

void RuleListDialog::requestMove(int by)
{
    Q_EMIT moveRequested(chosen(), chosen() + by);
}

} // namespace lockstep
