#include "ui/lab/program/scriptsview.h"

#include "ui/lab/program/programview.h"
#include "ui/text/wording.h"
#include "ui/widgets/tablemetrics.h"

#include <QComboBox>
#include <QEvent>
#include <QVBoxLayout>

namespace lockstep {

ScriptsView::ScriptsView(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_names(new QComboBox(this))
    , m_text(new ProgramView(theme, this))
{
    const int unit = fontMetrics().height();
    auto *around = new QVBoxLayout;
    around->setContentsMargins(unit / 2, unit / 3, unit / 2, unit / 3);
    around->addWidget(m_names);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(around);
    layout->addWidget(m_text, 1);
    m_names->setFont(fixedFont(font()));
    connect(m_names, &QComboBox::currentIndexChanged, this, &ScriptsView::showChosen);
    retranslate();
}

void ScriptsView::setScripts(const std::vector<NamedScript> &scripts)
{
    m_scripts = scripts;
    {
        const QSignalBlocker quiet(m_names);
        m_names->clear();
        for (const NamedScript &each : scripts)
            m_names->addItem(wording::key(each.name, 60));
    }
    showChosen();
}

bool ScriptsView::show(const QString &name)
{
    const auto place = names().indexOf(name);
    if (place < 0)
        return false;
    m_names->setCurrentIndex(int(place));
    return true;
}

QString ScriptsView::shown() const
{
    return names().value(m_names->currentIndex());
}

QStringList ScriptsView::names() const
{
    QStringList names;
    for (const NamedScript &each : m_scripts)
        names << QString::fromUtf8(each.name);
    return names;
}

void ScriptsView::showChosen()
{
    const int place = m_names->currentIndex();
    m_text->setSource(
        place < 0 ? QByteArray() : m_scripts[std::size_t(place)].source.trimmed() + '\n');
}

void ScriptsView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ScriptsView::retranslate()
{
    m_names->setAccessibleName(tr("Server script"));
    m_text->setAccessibleName(tr("Text of the server script"));
}

} // namespace lockstep
