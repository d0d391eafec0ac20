#include "ui/connect/profiledialog.h"

#include "ui/connect/endpointfields.h"
#include "ui/connect/filefield.h"
#include "ui/connect/profilewords.h"
#include "ui/connect/testresult.h"
#include "ui/focus/layoutorder.h"
#include "ui/text/errormessage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace lockstep {

ProfileDialog::ProfileDialog(const Profile &profile, Profiles others, QWidget *parent)
    : QDialog(parent)
    , m_others(std::move(others))
    , m_name(new QLineEdit(this))
    , m_environment(new QComboBox(this))
    , m_fields(new EndpointFields(this))
    , m_keepsPassword(new QCheckBox(tr("Keep the password in the desktop's keychain"), this))
    , m_rules(new QLineEdit(this))
    , m_mayRelease(new QCheckBox(tr("Allow releasing locks (asks first)"), this))
    , m_trouble(new QLabel(this))
{
    setWindowTitle(tr("Profile"));
    m_name->setObjectName(QStringLiteral("name"));
    m_environment->setObjectName(QStringLiteral("environment"));
    m_keepsPassword->setObjectName(QStringLiteral("keepsPassword"));
    m_rules->setObjectName(QStringLiteral("rules"));
    m_mayRelease->setObjectName(QStringLiteral("mayRelease"));
    m_trouble->setObjectName(QStringLiteral("trouble"));
    m_trouble->setTextFormat(Qt::PlainText);
    m_trouble->setWordWrap(true);
    m_name->setMaxLength(int(mostNameLength));
    for (const Environment each : allEnvironments)
        m_environment->addItem(environmentWord(each), int(each));
    layOut();
    fill(profile);
    connect(m_fields, &EndpointFields::changed, this, &ProfileDialog::check);
    connect(m_name, &QLineEdit::textChanged, this, &ProfileDialog::check);
    connect(m_environment, &QComboBox::currentIndexChanged, this, &ProfileDialog::check);
    check();
    m_name->selectAll();
    m_name->setFocus();
}

// The address field loses the focus when it is destroyed, which emits a last editingFinished().
ProfileDialog::~ProfileDialog()
{
    m_fields->disconnect(this);
}

bool ProfileDialog::focusNextPrevChild(bool next)
{
    return focusNextInLayout(this, next);
}

void ProfileDialog::layOut()
{
    auto *form = new QFormLayout;
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("Used &for"), m_environment);
    m_fields->addAddressTo(form);
    m_fields->addPasswordsTo(form);
    form->addRow(QString(), m_keepsPassword);
    m_fields->addTlsTo(form);
    form->addRow(tr("&Rules file"), makeFileField(m_rules, tr("Your rules for this server"), this));
    form->addRow(QString(), m_mayRelease);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setDefault(true);
    m_test = buttons->addButton(tr("Test"), QDialogButtonBox::ActionRole);
    m_test->setObjectName(QStringLiteral("test"));
    m_test->setAutoDefault(false);
    connect(m_test, &QPushButton::clicked, this, &ProfileDialog::requestTest);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        m_fields->takePasswordOut();
        if (const Result<Profile> typed = profile())
            Q_EMIT saveRequested(*typed);
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_trouble);
    column->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 84);
}

void ProfileDialog::fill(const Profile &profile)
{
    m_name->setText(profile.name);
    m_environment->setCurrentIndex(m_environment->findData(int(profile.environment)));
    m_fields->setEndpoint(profile.endpoint);
    m_keepsPassword->setChecked(true);
    m_rules->setText(profile.rulesFile);
    m_mayRelease->setChecked(profile.mayRelease);
}

Environment ProfileDialog::environment() const
{
    return Environment(m_environment->currentData().toInt());
}

Result<Profile> ProfileDialog::profile() const
{
    Result<Endpoint> endpoint = m_fields->endpoint();
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    if (!m_keepsPassword->isChecked()) {
        endpoint->password.clear();
        endpoint->sentinels.password.clear();
    }
    Profile typed;
    typed.name = m_name->text().trimmed();
    typed.environment = environment();
    typed.endpoint = std::move(*endpoint);
    typed.rulesFile = m_rules->text().trimmed();
    typed.mayRelease = m_mayRelease->isChecked() && m_mayRelease->isEnabled();
    return typed;
}

void ProfileDialog::check()
{
    m_mayRelease->setEnabled(environment() != Environment::Production);
    m_keepsPassword->setEnabled(m_fields->hasPassword());
    const Result<Profile> typed = profile();
    const auto mistake = typed ? mistakeIn(*typed, m_others) : std::nullopt;
    m_save->setEnabled(typed && !mistake);
    m_test->setEnabled(typed.has_value()); // a server can be tested before it has a name
    m_tested.reset();
    showTrouble(!typed ? errorMessage(typed.error(), {})
            : mistake  ? mistakeSentence(*mistake)
                       : QString());
}

void ProfileDialog::requestTest()
{
    m_fields->takePasswordOut();
    const Result<Endpoint> typed = m_fields->endpoint();
    if (!typed)
        return;
    m_tested = *typed;
    m_test->setEnabled(false);
    showTrouble(testLine({TestResult::State::Running, {}}));
    Q_EMIT testRequested(*typed);
}

void ProfileDialog::showTest(const Endpoint &endpoint, const TestResult &result)
{
    if (m_tested != endpoint)
        return;
    m_tested.reset();
    m_test->setEnabled(true);
    showTrouble(testLine(result));
}

// Shows a message. It always has room for two lines, so that the dialog does not jump while one
// types.
void ProfileDialog::showTrouble(const QString &text)
{
    m_trouble->setText(text);
    m_trouble->setAccessibleName(text);
    m_trouble->setMinimumHeight(2 * fontMetrics().lineSpacing());
    if (isVisible())
        resize(width(), std::max(height(), layout()->totalMinimumHeightForWidth(width())));
}

} // namespace lockstep
