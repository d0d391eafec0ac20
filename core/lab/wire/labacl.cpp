// A refusal by ACL is the server's and not the program's mistake: whoever wrote the scenario cannot
// mend it. The server says what it refused in words that differ between versions and, within a
// script, leave the command out; so only the right is read from them, and only where it is clear.

#include "core/lab/wire/labacl.h"

namespace lockstep {

namespace {

// How servers refuse a command within a script: up to 6.2, in 7.0, and from 7.2 on.
constexpr std::string_view refusals[] = {
    "NOPERM ", "The user executing the script can't ", "ACL failure in script"};

QByteArray bytes(std::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

QByteArray commandIn(std::string_view words, const QByteArray &reply)
{
    const qsizetype from = reply.indexOf('\'') + 1;
    const qsizetype to = reply.indexOf('\'', from);
    if (from > 0 && to > from && reply.contains(" run the '"))
        return reply.mid(from, to - from);
    return bytes(words.substr(0, words.find(' '))).toLower();
}

QByteArray rightFor(std::string_view words, const QByteArray &reply)
{
    const bool isInScript = !reply.startsWith("NOPERM ");
    const bool isOfCommand = reply.contains(" run the '"); // before other words: it may hold them
    if (!isOfCommand && reply.contains(" key"))
        return "~{lab:*";
    if (!isOfCommand && reply.contains("channel"))
        return "&{lab:*";
    const QByteArray command = commandIn(words, reply);
    const bool isKnown = !command.isEmpty() && (!isInScript || isOfCommand);
    return isKnown ? "+" + command : QByteArray();
}

} // namespace

QByteArray labAclLine(const QByteArray &user)
{
    return "ACL SETUSER " + user
        + " reset on ><password> ~{lab:* resetchannels &{lab:* &__redis__:invalidate -@all +@read "
          "+@write +@transaction -@dangerous -@scripting +eval +evalsha +publish +subscribe +time "
          "+ping "
          "+select +info +command +client|id +client|tracking";
}

std::optional<Error> lackOfRights(std::string_view words, std::string_view reply)
{
    bool isRefusal = false;
    for (const std::string_view each : refusals)
        isRefusal |= reply.find(each) != std::string_view::npos;
    if (!isRefusal)
        return std::nullopt;
    constexpr size_t longest = 60; // of the command
    const QByteArray said = bytes(reply);
    const QByteArray right = rightFor(words, said);
    QString detail = QString::fromUtf8(bytes(words.substr(0, longest)));
    if (words.size() > longest)
        detail += QChar(0x2026);
    if (!right.isEmpty())
        detail += (detail.isEmpty() ? QString() : QStringLiteral(" ")) + QStringLiteral("needs ")
            + QString::fromUtf8(right);
    detail += (detail.isEmpty() ? QString() : QStringLiteral(": ")) + QString::fromUtf8(said);
    return Error{ErrorCode::NoPerm, detail, false};
}

} // namespace lockstep
