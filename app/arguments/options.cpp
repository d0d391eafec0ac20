#include "app/arguments/options.h"

#include "app/arguments/argumentwords.h"
#include "app/arguments/moment.h"
#include "app/arguments/optionvalues.h"
#include "app/terminal/snapshottables.h"
#include "ui/text/languages.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

template <QString TlsOptions::*Field>
Result<void> takeTls(Arguments &arguments, const QString &text)
{
    if (!arguments.endpoint || arguments.endpoint->transport != Endpoint::Transport::Tls)
        return badInput(
            ArgumentWords::tr("TLS options need an address that begins with rediss://, "
                              "rediss-sentinel:// or rediss+cluster://: --uri rediss://…"));
    arguments.endpoint->tls.*Field = text;
    return {};
}

template <QString Arguments::*Field>
Result<void> takeText(Arguments &arguments, const QString &text)
{
    arguments.*Field = text;
    return {};
}

template <QByteArray Arguments::*Field>
Result<void> takeBytes(Arguments &arguments, const QString &text)
{
    arguments.*Field = text.toLocal8Bit();
    return {};
}

template <QByteArray Arguments::*Field>
Result<void> takeBase64(Arguments &arguments, const QString &text)
{
    const auto decoded = QByteArray::fromBase64Encoding(
        text.toLatin1(), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return badInput(ArgumentWords::tr("“%1” is not Base64.").arg(text));
    arguments.*Field = decoded.decoded;
    return {};
}

template <QString Arguments::*Field>
Result<void> takeOneOf(
    Arguments &arguments, const QString &text, const QStringList &possible, const char *option)
{
    if (possible.contains(text)) {
        arguments.*Field = text;
        return {};
    }
    return badInput(
        ArgumentWords::tr("%1 takes %2, not “%3”.")
            .arg(QLatin1String(option), possible.join(ArgumentWords::tr(" or ")), text));
}

Result<void> takeDuration(Arguments &arguments, const QString &text)
{
    const auto time = durationOfSeconds(text, "--for");
    if (time)
        arguments.duration = *time;
    return time ? Result<void>() : tl::unexpected(time.error());
}

Result<void> takeMoment(
    std::optional<WallMilliseconds> &moment, const QString &text, const char *option)
{
    const auto found = momentFrom(text, QDateTime::currentDateTime(), QTimeZone::systemTimeZone());
    if (found) {
        moment = *found;
        return {};
    }
    if (found.error() == MomentFault::Twice)
        return badInput(ArgumentWords::tr("%1: “%2” was there twice, because the clocks were set "
                                          "back: add an offset like +01:00, or Z for UTC.")
                            .arg(QLatin1String(option), text));
    if (found.error() == MomentFault::Never)
        return badInput(ArgumentWords::tr("%1: there was no “%2”, because the clocks were set "
                                          "forward: add an offset like +01:00, or Z for UTC.")
                            .arg(QLatin1String(option), text));
    return badInput(ArgumentWords::tr("%1 takes a time like 2026-11-28T03:12:00 (with Z or +01:00 "
                                      "where it is not local), 03:12 or 03:12Z (today) or -2h, not "
                                      "“%2”.")
                        .arg(QLatin1String(option), text));
}

// Values are taken in this order, wherever they stand on the command line: --uri and --profile come
// first, because the options behind them change the endpoint that those two give.
const std::array options{
    Option{"uri", "URI", Connecting | ProfilesChange,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "address of the server: redis://, rediss:// or unix://; of "
            "its Sentinels: redis-sentinel://HOST,HOST?master=NAME; or of nodes of a cluster: "
            "redis+cluster://HOST,HOST"),
        takeUri},
    Option{"profile", "NAME", Connecting,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "instead of --uri: a server that was given a name; see lockstep profiles list"),
        takeProfile},
    Option{"cacert", "FILE", Watching | Unlock | ProfilesChange,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "certificate authorities for rediss://, PEM"),
        takeTls<&TlsOptions::caFile>},
    Option{"cert", "FILE", Watching | Unlock | ProfilesChange,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "client certificate, PEM"),
        takeTls<&TlsOptions::certificateFile>},
    Option{"cert-key", "FILE", Watching | Unlock | ProfilesChange,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "the client certificate's key, PEM"),
        takeTls<&TlsOptions::keyFile>},
    Option{"key", "FILE", Window | Watch | Shot,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "older name of --cert-key"),
        takeTls<&TlsOptions::keyFile>},
    Option{"sni", "NAME", Watching | Unlock | ProfilesChange,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "server name to send and to check"),
        takeTls<&TlsOptions::serverName>},
    Option{"password-file", "FILE", Connecting,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "read the password from a file; or set REDISCLI_AUTH"),
        takePasswordFile},
    Option{"sentinel-password-file", "FILE", Connecting,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "likewise, for Sentinels that have a password of their own"),
        takeSentinelPasswordFile},
    Option{"map", "TOLD=REACHED", Watching | Unlock | ProfilesChange,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "where an address is reached that Sentinels or the nodes of a cluster tell, "
            "HOST:PORT=HOST:PORT"),
        takeMap, true},
    Option{"prefix", "PREFIX", Watching,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "watch only keys that begin with PREFIX"),
        [](Arguments &arguments, const QString &text) {
            arguments.prefix = text.toUtf8();
            return Result<void>();
        }},
    Option{"low-load", nullptr, Watching,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "add at most a tenth to the commands of a busy server; short holds are missed"),
        [](Arguments &arguments, const QString &) {
            arguments.lowLoad = true;
            return Result<void>();
        }},
    Option{"rules", "FILE", Watching | Unlock | ProfilesChange,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "your own rules, tried before the known key formats"),
        takeText<&Arguments::rulesFile>},
    Option{"lang", "LANGUAGE", All,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "language of what people read, instead of the system's: %1"),
        [](Arguments &arguments, const QString &text) {
            return takeOneOf<&Arguments::language>(arguments, text, languageCodes(), "--lang");
        },
        false, languageCodes},
    Option{"theme", "THEME", Window | AnyShot,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "the colours: %1; system is as the desktop has them, and light in a picture"),
        [](Arguments &arguments, const QString &text) {
            return takeOneOf<&Arguments::theme>(arguments, text, possibleThemes(), "--theme");
        },
        false, possibleThemes},
    Option{"demo", nullptr, Window,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "open the demo shop instead of the server watched last"),
        [](Arguments &arguments, const QString &) {
            arguments.demo = true;
            return Result<void>();
        }},
    Option{"allow-release", nullptr, Window | ProfilesChange,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "allow releasing locks from the window; it asks each time"),
        [](Arguments &arguments, const QString &) {
            arguments.allowRelease = true;
            return Result<void>();
        }},
    Option{"once", nullptr, Watch, QT_TRANSLATE_NOOP("lockstep::Arguments", "one snapshot"),
        [](Arguments &arguments, const QString &) {
            arguments.once = true;
            return Result<void>();
        }},
    Option{"follow", nullptr, Watch,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "the journal, one line per event, until Ctrl-C"),
        [](Arguments &arguments, const QString &) {
            arguments.follow = true;
            return Result<void>();
        }},
    Option{"on-alert", "COMMAND", Watch,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "with --follow: run a program for each alert that fires or is over, with its JSON on "
            "standard input"),
        takeOnAlert},
    Option{"keep", "24h|2GB", Record,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "throw away what is older than that, like 24h or 7d, or what makes the file larger "
            "than that, like 500MB or 2GB"),
        takeKeep},
    Option{"for", "SECONDS", Record,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "stop after so many seconds"), takeDuration},
    Option{"at", "TIME", History | RecordingShot,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "the objects as they were then: 2026-11-28T03:12:00 or 03:12 (today), by local time "
            "unless Z (UTC) follows; 2026-11-28T03:12:00+01:00; or -2h (two hours ago)"),
        [](Arguments &arguments, const QString &text) {
            return takeMoment(arguments.at, text, "--at");
        }},
    Option{"from", "TIME", History, QT_TRANSLATE_NOOP("lockstep::Arguments", "events from then on"),
        [](Arguments &arguments, const QString &text) {
            return takeMoment(arguments.from, text, "--from");
        }},
    Option{"to", "TIME", History,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "events until before then"),
        [](Arguments &arguments, const QString &text) {
            return takeMoment(arguments.to, text, "--to");
        }},
    Option{"glob", "GLOB", History,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "only keys that match a pattern like lock:*"),
        takeGlob},
    Option{"csv", nullptr, History,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "print CSV, for spreadsheets"),
        [](Arguments &arguments, const QString &) {
            arguments.csv = true;
            return Result<void>();
        }},
    Option{"key", "KEY", History, QT_TRANSLATE_NOOP("lockstep::Arguments", "only this key"),
        takeBytes<&Arguments::key>},
    Option{"for", "SECONDS", Watch,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "with --follow: stop after so many seconds"),
        takeDuration},
    Option{"environment", "ENVIRONMENT", ProfilesChange | ProfilesImport,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "what the server is used for: %1; in production nothing is ever released or played"),
        takeEnvironment, false, environmentNames},
    Option{"name", "NAME", ProfilesEdit,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "another name for the profile"),
        takeText<&Arguments::newName>},
    Option{"no-rules", nullptr, ProfilesEdit,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "the profile has no rules file any more"),
        [](Arguments &arguments, const QString &) {
            arguments.dropsRules = true;
            return Result<void>();
        }},
    Option{"no-release", nullptr, ProfilesEdit,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "no lock may be released from the window"),
        [](Arguments &arguments, const QString &) {
            arguments.forbidsRelease = true;
            return Result<void>();
        }},
    Option{"json", nullptr, Watch | History | ProfilesList | ProfilesShow,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "print JSON, for programs"),
        [](Arguments &arguments, const QString &) {
            arguments.json = true;
            return Result<void>();
        }},
    Option{"family", "FAMILY", Watch,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "only this family: %1"), takeFamily, false,
        possibleFamilies},
    Option{"filter", "WORDS", Watch,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "only what matches all words, as in the window: a part of the key, a pattern like "
            "lock:*, state:immortal, holder:web-17 …"),
        takeFilter},
    Option{"sort", "COLUMN", Watch,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "order of the tables that have that column: %1"),
        [](Arguments &arguments, const QString &text) {
            return takeOneOf<&Arguments::sort>(
                arguments, text, SnapshotTables::sortNames(), "--sort");
        },
        false, SnapshotTables::sortNames},
    Option{"top", "N", Watch,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "only the first N rows of each table"), takeTop},
    Option{"metrics", "[ADDRESS:]PORT", Watch,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "while watching, serve metrics for Prometheus at http://ADDRESS:PORT/metrics; the "
            "address is 127.0.0.1 unless another one is given"),
        takeMetrics},
    Option{"json", nullptr, LabList | LabRun | LabExplore | LabReplay | LabCheck,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "print JSON"),
        [](Arguments &arguments, const QString &) {
            arguments.lab.json = true;
            return Result<void>();
        }},
    Option{"o", "FILE", AnyShot,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "the picture: .png, .svg or .pdf"),
        takeText<&Arguments::output>},
    Option{"size", "WxH", AnyShot,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "size of the window; default 1280x720"), takeSize},
    Option{"scale", "N", AnyShot,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "pixels per unit of the size; default 1"),
        takeScale},
    Option{"only", "PART", LabShot | TraceShot,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "instead of the window only one part of it: %1"),
        [](Arguments &arguments, const QString &text) {
            return takeOneOf<&Arguments::only>(arguments, text, possibleParts(), "--only");
        },
        false, possibleParts},
    Option{"after", "SECONDS", Shot,
        QT_TRANSLATE_NOOP(
            "lockstep::Arguments", "how long to watch before the picture is made; default 8"),
        [](Arguments &arguments, const QString &text) -> Result<void> {
            const auto time = durationOfSeconds(text, "--after");
            if (time)
                arguments.after = *time;
            return time ? Result<void>() : tl::unexpected(time.error());
        }},
    Option{"user", "NAME", Acl,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "name of the user; default lockstep"),
        [](Arguments &arguments, const QString &text) -> Result<void> {
            const bool plain = !text.isEmpty()
                && std::all_of(text.begin(), text.end(),
                    [](QChar c) { return c.isLetterOrNumber() || c == u'-' || c == u'_'; });
            if (!plain)
                return badInput(QCoreApplication::translate(
                    "lockstep::Arguments", "--user takes letters, digits, - and _, not “%1”.")
                                    .arg(text));
            arguments.user = text.toUtf8();
            return {};
        }},
    Option{"lab", nullptr, Acl,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "the rights for playing scenarios, instead of those for watching"),
        [](Arguments &arguments, const QString &) {
            return takeRights(arguments, Arguments::Rights::Lab);
        }},
    Option{"release", nullptr, Acl,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "the rights for releasing locks by hand, besides those for watching"),
        [](Arguments &arguments, const QString &) {
            return takeRights(arguments, Arguments::Rights::Release);
        }},
    Option{"sentinel", nullptr, Acl,
        QT_TRANSLATE_NOOP("lockstep::Arguments",
            "the rights for asking Sentinels, which have users of their own"),
        [](Arguments &arguments, const QString &) {
            return takeRights(arguments, Arguments::Rights::Sentinel);
        }},
    Option{"key", "KEY", Unlock, QT_TRANSLATE_NOOP("lockstep::Arguments", "the lock"),
        takeBytes<&Arguments::key>},
    Option{"key-base64", "BYTES", Unlock | History,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "the key as Base64 (binary keys)"),
        takeBase64<&Arguments::key>},
    Option{"token", "TOKEN", Unlock,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "its holder, as watch prints it"),
        takeBytes<&Arguments::token>},
    Option{"token-base64", "BYTES", Unlock,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "the token as Base64 (binary tokens)"),
        takeBase64<&Arguments::token>},
    Option{"possible", nullptr, Unlock,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "with --yes: also a key that may not be a lock"),
        [](Arguments &arguments, const QString &) {
            arguments.acceptsPossible = true;
            return Result<void>();
        }},
    Option{"yes", nullptr, Unlock | LabRun,
        QT_TRANSLATE_NOOP("lockstep::Arguments", "do not ask first"),
        [](Arguments &arguments, const QString &) {
            arguments.yes = true;
            return Result<void>();
        }},
};

} // namespace

QString typedName(const Option &option)
{
    const auto name = QString::fromLatin1(option.name);
    return (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
}

QString optionHelp(const Option &option)
{
    const QString help = ArgumentWords::tr(option.help);
    return option.possible ? help.arg(option.possible().join(ArgumentWords::tr(" or "))) : help;
}

std::span<const Option> allOptions()
{
    static const std::vector<Option> all = [] {
        std::vector<Option> both(options.begin(), options.end());
        both.insert(both.end(), labOptions().begin(), labOptions().end());
        return both;
    }();
    return all;
}

} // namespace lockstep
