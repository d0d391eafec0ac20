#include "ui/watch/details/detailsdialog.h"

#include "core/watch/items/comparison.h"
#include "ui/focus/focusring.h"
#include "ui/text/wording.h"
#include "ui/watch/details/holderpanel.h"
#include "ui/watch/details/itemfacts.h"
#include "ui/watchtext/itemwording.h"
#include "ui/widgets/factlist.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int countdownMs = 200; // between two updates of the times
constexpr int charactersOfDump = 82; // a line of hexDump() and its margins
// Characters of a key; the layout of megabytes takes minutes.
constexpr qsizetype longestShown = 2000;

ItemPtr findItem(const Snapshot &snapshot, const Item &like)
{
    for (const Snapshot::Items &items : {snapshot.counters, snapshot.buckets, snapshot.locks}) {
        const auto found = std::lower_bound(items->begin(), items->end(), like.key,
            [](const ItemPtr &item, const QByteArray &key) { return item->key < key; });
        if (found != items->end() && (*found)->key == like.key)
            return *found;
    }
    return {};
}

QString rawText(const Item &item)
{
    if (item.reading.raw().isEmpty())
        return {};
    return wording::key(item.reading.raw(), 0) + QLatin1String("\n\n")
        + hexDump(item.reading.raw());
}

} // namespace

DetailsDialog::DetailsDialog(ItemPtr item, const Snapshot &snapshot, QWidget *parent)
    : QDialog(parent)
    , m_item(std::move(item))
    , m_notice(new QLabel(this))
    , m_facts(new FactList(this))
    , m_holder(new HolderPanel(this))
    , m_rawTitle(new QLabel(tr("Raw value, as text and as bytes (the first 256)"), this))
    , m_raw(new QPlainTextEdit(this))
{
    setWindowTitle(tr("%1 – Details").arg(wording::title(*m_item, 60)));
    layOut();
    connect(m_holder, &HolderPanel::lockChosen, this, &DetailsDialog::lockChosen);
    connect(m_holder, &HolderPanel::clientsRequested, this, &DetailsDialog::clientsRequested);
    setSnapshot(snapshot);
    startTimer(countdownMs);
}

void DetailsDialog::layOut()
{
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->hide();
    m_raw->setReadOnly(true);
    m_raw->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_raw->setLineWrapMode(QPlainTextEdit::NoWrap); // keeps the lines of the dump whole
    m_raw->setAccessibleName(tr("Raw value"));
    m_raw->setTabChangesFocus(true);

    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_facts);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->setAccessibleName(tr("Details"));
    new FocusRing(scroll);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *copyButton = buttons->addButton(tr("Copy all"), QDialogButtonBox::ActionRole);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    const bool hasLimit =
        m_item->format && (m_item->format->family() != Family::Lock || m_item->reading.permits);
    m_rule =
        buttons->addButton(hasLimit ? tr("Set limit…") : tr("Name…"), QDialogButtonBox::ActionRole);
    m_rule->setToolTip(tr("Make a rule for keys like this one"));
    connect(m_rule, &QPushButton::clicked, this, [this, hasLimit] {
        Q_EMIT ruleRequested(m_item, hasLimit ? RuleField::Limit : RuleField::Name);
    });
    connect(copyButton, &QPushButton::clicked, this, &DetailsDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_notice);
    layout->addWidget(scroll, 3);
    layout->addWidget(m_holder);
    layout->addWidget(m_rawTitle);
    layout->addWidget(m_raw, 1);
    layout->addWidget(buttons);
    const int unit = fontMetrics().height();
    const int dump = QFontMetrics(m_raw->font()).averageCharWidth() * charactersOfDump;
    resize(std::max(unit * 36, dump), unit * 38);
}

void DetailsDialog::setSnapshot(const Snapshot &snapshot)
{
    const ItemPtr present = findItem(snapshot, *m_item);
    m_isGone = !present;
    if (present)
        m_item = present;
    m_takenAt = snapshot.takenAt;
    m_takenAtUtc = snapshot.takenAtUtc;
    m_notice->setText(
        m_isRecorded ? tr(
            "This key was not there at this moment, or it is not known whether it was. Below is "
            "another moment.")
                     : tr("This key is gone. Below is what was last known of it."));
    m_notice->setVisible(m_isGone);
    const Reading &reading = m_item->reading;
    const bool isHeld =
        m_item->format && m_item->format->family() == Family::Lock && reading.holder;
    // Of several holders none is the one that is meant.
    const bool isByOne = isHeld && (!isPermits(reading) || reading.value == 1.0);
    m_holder->update(isByOne ? std::optional(*reading.holder) : std::nullopt, snapshot.locks);
    refresh();
}

void DetailsDialog::setRecorded()
{
    m_isRecorded = true;
    m_rule->hide();
    m_raw->hide();
    m_rawTitle->setText(tr("Raw values are not recorded."));
    m_holder->setRecorded();
    refresh();
}

void DetailsDialog::setClients(const ClientList &list)
{
    m_holder->setClients(list);
}

void DetailsDialog::timerEvent(QTimerEvent *)
{
    if (isVisible() && !m_isGone)
        refresh();
}

void DetailsDialog::refresh()
{
    std::vector<FactList::Fact> facts;
    for (auto &[name, value] : factsNow(longestShown))
        facts.push_back({std::move(name), std::move(value)});
    m_facts->setFacts(facts);
    const QString raw = rawText(*m_item);
    if (raw != m_raw->toPlainText())
        m_raw->setPlainText(raw);
}

ItemFacts DetailsDialog::factsNow(qsizetype longest) const
{
    // The wall clock has advanced since the snapshot by as much as the steady clock.
    const Instant now =
        m_isGone || m_isRecorded ? m_takenAt : std::max(m_takenAt, Instant::clock::now());
    const auto wallNow = m_takenAtUtc
        + std::chrono::duration_cast<std::chrono::system_clock::duration>(now - m_takenAt);
    return itemFacts(*m_item, {now, wallNow, m_isRecorded}, longest);
}

QString DetailsDialog::copyText() const
{
    QStringList lines;
    for (const auto &[name, value] : factsNow(0))
        lines.append(name + QLatin1String(": ") + value);
    lines += m_holder->lines();
    if (!m_isRecorded)
        lines << QString() << m_raw->toPlainText();
    return lines.join(QLatin1Char('\n'));
}

void DetailsDialog::copy()
{
    QGuiApplication::clipboard()->setText(copyText());
}

} // namespace lockstep
