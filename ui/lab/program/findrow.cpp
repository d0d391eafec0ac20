#include "ui/lab/program/findrow.h"

#include "ui/widgets/searchfield.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace lockstep {

FindRow::FindRow(const Theme *theme, QPlainTextEdit *listing, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_listing(listing)
    , m_words(new QLineEdit(this))
    , m_found(new QLabel(this))
{
    const int unit = fontMetrics().height();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(unit / 2, unit / 4, unit / 2, unit / 4);
    layout->addWidget(m_words, 1);
    layout->addWidget(m_found);
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    connect(m_words, &QLineEdit::textChanged, this, [this] { find(false, true); });
    const auto applyLook = [this] { styleSearchField(m_words, m_theme->colours()); };
    connect(theme, &Theme::changed, this, applyLook);
    applyLook();
    retranslate();
    hide();
}

void FindRow::open()
{
    show();
    const QString selected = m_listing->textCursor().selectedText();
    if (!selected.isEmpty() && !selected.contains(QChar::ParagraphSeparator))
        m_words->setText(selected);
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
    find(false, true);
}

// Finds the next match. fromHere: also one at the cursor, as while the user types.
void FindRow::find(bool isBackward, bool fromHere)
{
    QTextCursor from = m_listing->textCursor();
    if (fromHere)
        from.setPosition(from.selectionStart());
    if (m_words->text().isEmpty()) {
        m_found->clear();
        m_listing->setTextCursor(from);
        return;
    }
    const auto direction = isBackward ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    const QTextDocument *document = m_listing->document();
    QTextCursor found = document->find(m_words->text(), from, direction);
    if (found.isNull()) { // continues from the other end
        from.movePosition(isBackward ? QTextCursor::End : QTextCursor::Start);
        found = document->find(m_words->text(), from, direction);
    }
    m_found->setText(found.isNull() ? tr("not found") : QString());
    if (!found.isNull())
        m_listing->setTextCursor(found);
}

void FindRow::close()
{
    hide();
    m_listing->setFocus(Qt::OtherFocusReason);
}

bool FindRow::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey =
        event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched != m_words || !isKey)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (!isReturn && key->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride)
        event->accept(); // so that Escape does not stop a run
    else if (isReturn)
        find(key->modifiers() & Qt::ShiftModifier, false);
    else
        close();
    return true;
}

void FindRow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void FindRow::retranslate()
{
    m_words->setPlaceholderText(tr("Find in the program"));
    m_words->setAccessibleName(tr("Find in the program"));
    m_words->setToolTip(tr("Return: the next place. Shift+Return: the one before. Esc: close."));
}

} // namespace lockstep
