#include "core/lab/wire/overwriting.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/scriptcalls.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

// SETNX, MSETNX and RENAMENX are not among them: where there is a value they do nothing.
constexpr std::array<QByteArrayView, 19> replacing{"SET", "SETEX", "PSETEX", "GETSET", "MSET",
    "MSETEX", "RENAME", "COPY", "BITOP", "SINTERSTORE", "SUNIONSTORE", "SDIFFSTORE", "ZINTERSTORE",
    "ZUNIONSTORE", "ZDIFFSTORE", "ZRANGESTORE", "GEOSEARCHSTORE", "GEORADIUS", "GEORADIUSBYMEMBER"};
constexpr std::array<QByteArrayView, 4> removing{"DEL", "UNLINK", "GETDEL", "DELEX"};
constexpr std::ptrdiff_t optionsAt = 3; // behind name, key and value

template <size_t size>
bool isAmong(const std::array<QByteArrayView, size> &names, QByteArrayView name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

Overwriting overwritingByScript(QByteArrayView source)
{
    Overwriting strongest = Overwriting::None;
    for (const ScriptCall &call : ScriptCalls::of(source).calls) {
        const QByteArray name = call.command.toByteArray().toUpper();
        std::vector<QByteArrayView> words{name};
        for (const ScriptWord &each : call.words)
            words.push_back(each.constant);
        strongest = std::max(strongest, overwritingBy(words));
    }
    return strongest;
}

} // namespace

Overwriting overwritingBy(const std::vector<QByteArrayView> &words)
{
    const auto isNx = [](QByteArrayView each) {
        return each.compare("NX", Qt::CaseInsensitive) == 0;
    };
    const bool isIfMissing = words[0] == "SET" && std::ssize(words) > optionsAt
        && std::any_of(words.begin() + optionsAt, words.end(), isNx);
    if (isAmong(replacing, words[0]) && !isIfMissing)
        return Overwriting::Whole;
    return isAmong(removing, words[0]) ? Overwriting::Removal : Overwriting::None;
}

Overwriting overwritingOf(std::string_view wire, QByteArrayView key)
{
    Overwriting strongest = Overwriting::None;
    for (const auto &sent : commandsIn(wire)) {
        std::vector<QByteArrayView> words;
        for (const std::string_view each : sent)
            words.emplace_back(each.data(), qsizetype(each.size()));
        if (std::find(words.begin() + 1, words.end(), key) == words.end())
            continue;
        const QByteArray name = words[0].toByteArray().toUpper();
        words[0] = name;
        if (name == "EVAL")
            strongest = std::max(strongest, overwritingByScript(words[1]));
        else if (overwritingBy(words) != Overwriting::None)
            return Overwriting::Whole;
    }
    return strongest;
}

} // namespace lockstep
