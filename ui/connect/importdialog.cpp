#include "ui/connect/importdialog.h"

#include "ui/connect/profilewords.h"
#include "ui/text/errormessage.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace lockstep {

namespace {

constexpr int rowsOfList = 10;

} // namespace

ImportDialog::ImportDialog(Preview preview, QWidget *parent)
    : QDialog(parent)
    , m_preview(std::move(preview))
    , m_environment(new QComboBox(this))
    , m_list(new QPlainTextEdit(this))
{
    setWindowTitle(tr("Import profiles"));
    m_environment->setObjectName(QStringLiteral("environment"));
    m_list->setObjectName(QStringLiteral("list"));
    m_list->setAccessibleName(tr("What would be added, and what not"));
    for (const Environment each : allEnvironments)
        m_environment->addItem(environmentWord(each), int(each));
    m_environment->setPlaceholderText(tr("Choose one"));
    m_environment->setCurrentIndex(-1); // a wrong one may do harm, so none is proposed
    fillList();
    layOut();
}

void ImportDialog::fillList()
{
    // A text, because the rows of a list do not wrap long addresses reliably.
    const auto add = [this](const QString &text) {
        m_list->appendPlainText(QStringLiteral("• ") + text);
    };
    for (const Profile &each : m_preview.added)
        add(tr("New: %1 (%2)", "a profile and its address")
                .arg(foreignWords(each.name), foreignWords(each.endpoint.display())));
    for (const Profile &each : m_preview.present)
        add(tr("Left out: %1 (%2) is there already.")
                .arg(foreignWords(each.name), foreignWords(each.endpoint.display())));
    for (const QString &remark : m_preview.remarks)
        add(tr("From the file: %1").arg(foreignWords(remark)));
    m_list->setReadOnly(true);
    m_list->setTabChangesFocus(true);
    m_list->moveCursor(QTextCursor::Start);
}

void ImportDialog::layOut()
{
    const bool addsAny = !m_preview.added.empty();
    const QString name = foreignWords(QFileInfo(m_preview.file).fileName());
    auto *about = new QLabel(addsAny
            ? tr("%1 has %n new profile(s).", "a file", int(m_preview.added.size())).arg(name)
            : tr("There is nothing new in %1.").arg(name),
        this);
    about->setObjectName(QStringLiteral("about"));
    about->setTextFormat(Qt::PlainText);
    about->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(this);
    auto *close =
        buttons->addButton(addsAny ? tr("Cancel") : tr("Close"), QDialogButtonBox::RejectRole);
    close->setAutoDefault(false);
    auto *form = new QFormLayout;
    const bool asksEnvironment = addsAny && !m_preview.saysEnvironment;
    m_environment->setHidden(!asksEnvironment);
    if (asksEnvironment)
        form->addRow(tr("Used &for"), m_environment);
    if (addsAny) {
        m_add = buttons->addButton(tr("Add"), QDialogButtonBox::AcceptRole);
        m_add->setDefault(true);
        m_add->setEnabled(!asksEnvironment);
        connect(m_environment, &QComboBox::currentIndexChanged, m_add,
            [this] { m_add->setEnabled(true); });
    }
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        accept();
        Q_EMIT addRequested(chosenProfiles());
    });
    auto *column = new QVBoxLayout(this);
    column->addWidget(about);
    column->addWidget(m_list, 1);
    column->addLayout(form);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 84,
        (rowsOfList + 6) * (fontMetrics().lineSpacing() + 4));
}

Profiles ImportDialog::chosenProfiles() const
{
    Profiles chosen = m_preview.added;
    for (Profile &each : chosen) {
        if (!m_preview.saysEnvironment)
            each.environment = Environment(m_environment->currentData().toInt());
    }
    return chosen;
}

} // namespace lockstep
