// Which WATCHes are open on the server, and which of them are dirty, is tracked as the keys are:
// the lab's own writes make the WATCHes of these keys dirty, and after each command that may write
// the server is asked (flag d of CLIENT LIST) about those that were clean. So only missing WATCHes
// are opened, and before most commands nothing has to be done.

#include "core/lab/node/heldwatches.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <algorithm>

namespace lockstep {

void HeldWatches::forget()
{
    m_open.clear();
    m_asked.clear();
}

void HeldWatches::touch(quint32 key)
{
    for (auto &[link, watch] : m_open) {
        if (!watch.dirty
            && std::find(watch.keys.begin(), watch.keys.end(), key) != watch.keys.end())
            watch.dirty = true;
    }
}

bool HeldWatches::isDirty(Link link) const
{
    const auto found = m_open.find(link);
    return found != m_open.end() && found->second.dirty;
}

bool HeldWatches::isClean(const OpenWatch &watch) const
{
    const auto found = m_open.find(watch.link());
    return found != m_open.end() && !found->second.dirty && found->second.keys == watch.keys;
}

void HeldWatches::appendOpen(std::string *wire, const OpenWatch &watch)
{
    appendCommand(wire, {"UNWATCH"});
    appendHeader(wire, int(watch.keys.size()) + 1);
    appendWord(wire, {}, "WATCH");
    for (const quint32 key : watch.keys)
        appendWord(wire, {}, viewOf(m_datasets.keyName(key)));
    OpenWatch &opened = m_open[watch.link()] = watch;
    opened.dirty = false;
}

int HeldWatches::appendClose(std::string *wire, Link link)
{
    if (m_open.erase(link) == 0)
        return 0;
    appendCommand(wire, {"UNWATCH"});
    return 1;
}

const std::vector<Link> &HeldWatches::linksToAskAbout()
{
    m_asked.clear();
    for (const auto &[link, watch] : m_open) {
        if (!watch.dirty)
            m_asked.push_back(link);
    }
    return m_asked;
}

Result<void> HeldWatches::readClientList(std::string_view clientList)
{
    constexpr std::string_view field = " flags=";
    size_t at = 0;
    for (const Link &each : m_asked) { // in their order
        at = clientList.find(field, at);
        if (at == std::string_view::npos)
            return failure(ErrorCode::ProtocolError, CoreText::tr("CLIENT LIST lacks a client"));
        at += field.size();
        m_open[each].dirty = clientList.substr(at, clientList.find(' ', at) - at).find('d')
            != std::string_view::npos;
    }
    m_asked.clear();
    return {};
}

std::vector<bool> HeldWatches::dirtyOf(const std::vector<OpenWatch> &watches) const
{
    std::vector<bool> dirty;
    for (const OpenWatch &each : watches)
        dirty.push_back(each.dirty || isDirty(each.link()));
    return dirty;
}

void HeldWatches::noteExecuted(const Execution &execution)
{
    const Link self{execution.process, execution.thread};
    for (const auto &words : commandsIn(execution.wire)) {
        if (isSameWord(words[0], "EXEC") || isSameWord(words[0], "UNWATCH"))
            m_open.erase(self);
        if (!isSameWord(words[0], "WATCH"))
            continue;
        OpenWatch &own = m_open[self];
        own.process = execution.process;
        own.thread = execution.thread;
        for (size_t i = 1; i < words.size(); ++i)
            own.keys.push_back(m_datasets.addKey({words[i].data(), qsizetype(words[i].size())}));
    }
}

} // namespace lockstep
