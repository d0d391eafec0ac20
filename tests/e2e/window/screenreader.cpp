#include "screenreader.h"

namespace lockstep {

namespace {

constexpr int deepest = 25;
constexpr int mostChildren = 40; // of one object: a table has one for each of its cells
constexpr std::size_t mostKnown = 500;

QAccessible::UpdateHandler handlerBefore = nullptr;

// Qt's tables warn of children that are no cells.
void askForPlace(QAccessibleInterface *child)
{
    QAccessibleInterface *parent = child->parent();
    if (parent && parent->isValid() && !parent->tableInterface())
        (void)parent->indexOfChild(child);
}

} // namespace

ScreenReader::ScreenReader(QWidget *window, quint32 seed)
    : m_window(window)
    , m_random(seed)
{
    handlerBefore = QAccessible::installUpdateHandler(&ScreenReader::hear);
}

ScreenReader::~ScreenReader()
{
    QAccessible::installUpdateHandler(handlerBefore);
}

// The handler before this one is the platform's bridge, where there is one.
void ScreenReader::hear(QAccessibleEvent *event)
{
    if (QAccessibleInterface *about = event->accessibleInterface(); about && about->isValid()) {
        (void)about->text(QAccessible::Name);
        (void)about->state();
        askForPlace(about);
    }
    QAccessible::installUpdateHandler(handlerBefore);
    QAccessible::updateAccessibility(event);
    handlerBefore = QAccessible::installUpdateHandler(&ScreenReader::hear);
}

void ScreenReader::read()
{
    if (m_window)
        walk(QAccessible::queryAccessibleInterface(m_window), 0);
    for (int i = 0; i < 20 && !m_known.empty(); ++i) {
        const QAccessible::Id id = m_known[m_random.bounded(quint32(m_known.size()))];
        if (QAccessibleInterface *known = QAccessible::accessibleInterface(id))
            ask(known);
    }
}

void ScreenReader::walk(QAccessibleInterface *at, int depth)
{
    if (!at || !at->isValid() || depth > deepest)
        return;
    ask(at);
    const int children = at->childCount();
    for (int i = 0; i < std::min(children, mostChildren); ++i)
        walk(at->child(children > mostChildren ? m_random.bounded(children) : i), depth + 1);
}

void ScreenReader::ask(QAccessibleInterface *at)
{
    if (!at->isValid())
        return;
    ++m_met;
    remember(QAccessible::uniqueId(at));
    for (const auto text : {QAccessible::Name, QAccessible::Description, QAccessible::Value})
        (void)at->text(text);
    (void)at->role();
    (void)at->state();
    (void)at->rect();
    (void)at->relations();
    askForPlace(at);
    if (QAccessibleValueInterface *value = at->valueInterface())
        (void)value->currentValue();
    if (QAccessibleActionInterface *action = at->actionInterface())
        (void)action->actionNames();
    if (QAccessibleTextInterface *text = at->textInterface())
        askText(text);
    if (QAccessibleTableInterface *table = at->tableInterface())
        askTable(table);
}

// Not the word at a place: Qt 6.4 looks for its end for ever where the text ends in none.
void ScreenReader::askText(QAccessibleTextInterface *text)
{
    const int characters = text->characterCount();
    (void)text->text(0, std::min(characters, 200));
    (void)text->cursorPosition();
    for (int i = 0; i < text->selectionCount(); ++i) {
        int begin = 0;
        int end = 0;
        text->selection(i, &begin, &end);
    }
    if (characters > 0)
        (void)text->characterRect(m_random.bounded(characters));
}

void ScreenReader::askTable(QAccessibleTableInterface *table)
{
    const int rows = table->rowCount();
    const int columns = table->columnCount();
    (void)table->selectedRowCount();
    for (int i = 0; i < 5 && rows > 0 && columns > 0; ++i) {
        QAccessibleInterface *cell =
            table->cellAt(m_random.bounded(rows), m_random.bounded(columns));
        if (!cell || !cell->isValid())
            continue;
        (void)cell->text(QAccessible::Name);
        (void)cell->rect();
        (void)cell->state();
        remember(QAccessible::uniqueId(cell));
    }
}

void ScreenReader::remember(QAccessible::Id id)
{
    if (m_known.size() < mostKnown)
        m_known.push_back(id);
    else
        m_known[m_random.bounded(quint32(mostKnown))] = id;
}

} // namespace lockstep
