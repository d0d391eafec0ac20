// A form was once built again for each scenario. That destroyed the field in which the user was
// writing, or which a screen reader was reading; the focus was lost, and Qt keeps an accessible
// object for each field. So fields are kept, and hidden while they are not needed.

#include "ui/lab/settings/fieldgrid.h"

#include "ui/lab/words/parameterwords.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

int within(qint64 value)
{
    return int(std::clamp<qint64>(
        value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

// Sets a value. A text that was selected as a whole stays selected.
void setValue(QSpinBox *field, qint64 value)
{
    const auto *text = field->findChild<QLineEdit *>();
    const bool isSelected = field->hasFocus() && text->selectedText() == field->cleanText();
    field->setValue(int(std::clamp<qint64>(value, field->minimum(), field->maximum())));
    if (isSelected)
        field->selectAll();
}

} // namespace

QSpinBox *FieldGrid::Row::number() const
{
    return static_cast<QSpinBox *>(field);
}

FieldGrid::FieldGrid(QWidget *parent)
    : QWidget(parent)
{
    const int unit = fontMetrics().height();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(unit * 3 / 4, unit / 3, unit * 3 / 4, unit / 2);
    layout->setSpacing(unit / 4);
    m_upper = addGrid();
    m_lower = addGrid();
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
}

QGridLayout *FieldGrid::addGrid()
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(fontMetrics().height() / 2);
    grid->setVerticalSpacing(fontMetrics().height() / 4);
    grid->setColumnStretch(0, 1);
    grid->setColumnMinimumWidth(2, fontMetrics().averageCharWidth() * 14);
    static_cast<QVBoxLayout *>(layout())->addLayout(grid);
    return grid;
}

QLabel *FieldGrid::addHeading()
{
    auto *heading = new QLabel(this);
    heading->setTextFormat(Qt::PlainText);
    heading->setForegroundRole(QPalette::PlaceholderText);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    heading->setFont(bold);
    heading->setContentsMargins(0, fontMetrics().height() / 2, 0, 0);
    heading->setMinimumHeight(heading->sizeHint().height());
    m_lower->addWidget(heading, m_next++, 0, 1, 3);
    return heading;
}

FieldGrid::Row FieldGrid::rowFor(QWidget *field)
{
    Row row{field, new QLabel(this), new QLabel(this), new QLabel(this), {}};
    for (QLabel *label : {row.name, row.possible, row.problem})
        label->setTextFormat(Qt::PlainText);
    row.name->setWordWrap(true);
    row.name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row.name->setBuddy(field);
    row.possible->setForegroundRole(QPalette::PlaceholderText);
    row.possible->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row.problem->setWordWrap(true);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    row.problem->setFont(bold);
    field->setParent(this);
    field->setFocusPolicy(Qt::StrongFocus);
    field->setMinimumHeight(field->sizeHint().height());
    field->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    field->installEventFilter(this);
    setRowVisible(row, true);
    return row;
}

void FieldGrid::setRowVisible(const Row &row, bool visible) const
{
    row.field->setVisible(visible);
    row.name->setVisible(visible);
    row.possible->setVisible(visible && m_areRangesShown && !row.possible->text().isEmpty());
    row.problem->setVisible(visible && !row.problem->text().isEmpty());
}

// Puts a row into two rows of the grid.
void FieldGrid::place(const Row &row, QGridLayout *grid, int at)
{
    const bool hasRange = !row.possible->text().isEmpty();
    grid->addWidget(row.name, at, 0, 1, hasRange ? 1 : 2);
    if (hasRange)
        grid->addWidget(row.possible, at, 1);
    grid->setRowMinimumHeight(at, row.field->sizeHint().height());
    grid->addWidget(row.field, at, 2);
    grid->addWidget(row.problem, at + 1, 0, 1, 3);
}

void FieldGrid::addField(QWidget *field)
{
    m_others.push_back(rowFor(field));
    place(m_others.back(), m_lower, m_next);
    m_next += 2;
}

void FieldGrid::finish()
{
    static_cast<QVBoxLayout *>(layout())->addStretch(1);
}

void FieldGrid::setName(QWidget *field, const QString &name)
{
    for (const Row &row : rows()) {
        if (row.field != field)
            continue;
        row.name->setText(name);
        field->setAccessibleName(name);
        field->setAccessibleDescription(row.possible->text());
    }
}

void FieldGrid::setFieldVisible(QWidget *field, bool visible)
{
    for (const Row &row : m_others) {
        if (row.field != field)
            continue;
        setRowVisible(row, visible);
        const int at = m_lower->indexOf(field);
        int line = 0;
        int column = 0;
        int lines = 0;
        int columns = 0;
        m_lower->getItemPosition(at, &line, &column, &lines, &columns);
        m_lower->setRowMinimumHeight(line, visible ? field->sizeHint().height() : 0);
    }
}

// Returns the row that the parameter had, or one that is not needed and has no focus, or a new one.
FieldGrid::Row FieldGrid::rowFor(const std::vector<Parameter> &all, const Parameter &parameter)
{
    const auto take = [this](const auto &fits) -> std::optional<Row> {
        const auto found = std::find_if(m_spare.begin(), m_spare.end(), fits);
        if (found == m_spare.end())
            return std::nullopt;
        const Row row = *found;
        m_spare.erase(found);
        return row;
    };
    if (const auto own = take([&](const Row &row) { return row.parameter == parameter.name; }))
        return *own;
    const auto isFree = [&all](const Row &row) {
        return !row.field->hasFocus()
            && std::none_of(all.begin(), all.end(),
                [&row](const Parameter &each) { return each.name == row.parameter; });
    };
    if (const auto other = take(isFree))
        return *other;
    auto *field = new QSpinBox;
    field->setAlignment(Qt::AlignRight);
    connect(field, &QSpinBox::valueChanged, this, &FieldGrid::parameterEdited);
    return rowFor(field);
}

void FieldGrid::setParameters(const std::vector<Parameter> &parameters, const QString &language)
{
    m_spare.insert(m_spare.end(), m_parameters.begin(), m_parameters.end());
    m_parameters.clear();
    for (const Parameter &parameter : parameters) {
        Row row = rowFor(parameters, parameter);
        row.parameter = parameter.name;
        row.number()->setRange(within(parameter.minimum), within(parameter.maximum));
        row.number()->setSuffix(
            parameter.unit.isEmpty() ? QString() : u' ' + QString::fromUtf8(parameter.unit));
        row.possible->setText(parameterRange(parameter));
        row.field->setToolTip(row.possible->text());
        row.problem->clear();
        m_parameters.push_back(row);
        setName(row.field, parameterLabel(parameter, language));
    }
    placeParameters();
}

void FieldGrid::placeParameters()
{
    while (QLayoutItem *item = m_upper->takeAt(0))
        delete item;
    for (int at = 0; at < m_upper->rowCount(); ++at)
        m_upper->setRowMinimumHeight(at, 0);
    int at = 0;
    for (const Row &row : m_parameters) {
        place(row, m_upper, at);
        setRowVisible(row, true);
        at += 2;
    }
    for (const Row &row : m_spare)
        setRowVisible(row, false);
}

void FieldGrid::setSettings(const Settings &settings)
{
    for (const Row &row : m_parameters) {
        const auto found = settings.find(row.parameter);
        if (found != settings.end())
            setValue(row.number(), found->second);
    }
}

Settings FieldGrid::settings() const
{
    Settings settings;
    for (const Row &row : m_parameters)
        settings[row.parameter] = row.number()->value();
    return settings;
}

std::vector<FieldGrid::Row> FieldGrid::rows() const
{
    std::vector<Row> all = m_parameters;
    all.insert(all.end(), m_others.begin(), m_others.end());
    return all;
}

void FieldGrid::setProblem(const Row &row, const QString &problem)
{
    if (row.problem->text() == problem)
        return;
    row.problem->setText(problem);
    row.problem->setVisible(!problem.isEmpty() && !row.field->isHidden());
}

void FieldGrid::setProblem(QWidget *field, const QString &problem)
{
    for (const Row &row : rows()) {
        if (row.field == field)
            setProblem(row, problem);
    }
}

void FieldGrid::setSettingsProblem(const QString &problem)
{
    const Row *named = nullptr;
    qsizetype place = problem.size();
    for (const Row &row : m_parameters) {
        const qsizetype at = problem.indexOf(QString::fromUtf8(row.parameter));
        if (!named || (at >= 0 && at < place)) {
            named = &row;
            place = at >= 0 ? at : place;
        }
    }
    for (const Row &row : m_parameters)
        setProblem(row, &row == named ? problem : QString());
}

QString FieldGrid::problem() const
{
    for (const Row &row : rows()) {
        if (!row.problem->text().isEmpty())
            return row.problem->text();
    }
    return {};
}

QList<QWidget *> FieldGrid::fields() const
{
    QList<QWidget *> seen;
    for (const Row &row : rows()) {
        if (!row.field->isHidden())
            seen << row.field;
    }
    return seen;
}

// The minimum is the preferred height, because the form is scrolled and not squeezed.
QSize FieldGrid::minimumSizeHint() const
{
    return {0, layout()->sizeHint().height()};
}

// A narrow form has no room for names and ranges; these are tool tips, too.
void FieldGrid::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    constexpr int enough = 48; // characters of a name, a range and a field
    const bool areShown = width() >= fontMetrics().averageCharWidth() * enough;
    if (areShown == std::exchange(m_areRangesShown, areShown))
        return;
    for (const Row &row : rows())
        setRowVisible(row, !row.field->isHidden());
}

// The wheel scrolls the form; only a field with the focus takes it.
bool FieldGrid::eventFilter(QObject *watched, QEvent *event)
{
    const auto *field = qobject_cast<QWidget *>(watched);
    if (event->type() == QEvent::Wheel && field && !field->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lockstep
