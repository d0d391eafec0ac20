#include "ui/lab/words/replaycommandline.h"

#include "core/lab/scenario/assumptions.h"

#include <algorithm>

namespace lockstep {

namespace {

QStringList settingWords(const TracedViolation &traced)
{
    QStringList words;
    const Settings own = traced.scenario->defaults();
    for (const auto &[name, value] : traced.options.settings) {
        const QString number = QString::number(value);
        if (name == "clients")
            words << QStringLiteral("--clients") << number;
        else if (own.at(name) != value)
            words << QStringLiteral("--set") << QString::fromUtf8(name) + u'=' + number;
    }
    return words;
}

QStringList boundWords(const TracedViolation &traced)
{
    const Bounds &own = traced.scenario->bounds;
    const Bounds &now = traced.options.bounds;
    QStringList words;
    for (const Bound &each : allBounds) {
        if (own.*each.value != now.*each.value)
            words << optionOf(each) << QString::number(now.*each.value);
    }
    return words;
}

QStringList assumptionWords(const TracedViolation &traced)
{
    const auto &own = traced.scenario->assumptions;
    const auto &now = traced.options.assumptions;
    const auto contains = [](const std::vector<Assumption> &all, Assumption one) {
        return std::find(all.begin(), all.end(), one) != all.end();
    };
    const bool areTheSame =
        std::all_of(allAssumptions.begin(), allAssumptions.end(), [&](const AssumptionName &each) {
            return contains(own, each.assumption) == contains(now, each.assumption);
        });
    if (areTheSame)
        return {};
    QStringList words;
    for (const AssumptionName &each : allAssumptions) {
        if (contains(now, each.assumption))
            words << QStringLiteral("--assume") << QLatin1String(each.name);
    }
    return words.isEmpty() ? QStringList(QStringLiteral("--no-assumptions")) : words;
}

QString quoted(const QString &word)
{
    static const QString plain = QStringLiteral("-_./=");
    const bool isPlain = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar each) {
        return each.isLetterOrNumber() || plain.contains(each);
    });
    return isPlain ? word : u'\'' + QString(word).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

} // namespace

QString optionOf(const Bound &bound)
{
    return QStringLiteral("--") + QString::fromLatin1(bound.field).replace(u'_', u'-');
}

QString scenarioWord(const Scenario &scenario)
{
    return scenario.path.startsWith(u':') ? QString::fromUtf8(scenario.id) : scenario.path;
}

QString replayCommand(const TracedViolation &traced, const QString &scenario)
{
    QStringList words{QStringLiteral("lockstep"), QStringLiteral("lab"), QStringLiteral("replay"),
        quoted(scenario)};
    words << settingWords(traced) << boundWords(traced) << assumptionWords(traced)
          << u'"' + traceText(traced.trace) + u'"';
    return words.join(u' ');
}

std::optional<QStringList> shellWords(const QString &line)
{
    QStringList words;
    QString word;
    bool isInWord = false;
    QChar quote; // the quote that is open; null if none is
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar each = line.at(i);
        if (each == u'\\' && quote != u'\'' && i + 1 < line.size()) {
            word += line.at(++i);
            isInWord = true;
        } else if (quote.isNull() && (each == u'"' || each == u'\'')) {
            quote = each;
            isInWord = true;
        } else if (!quote.isNull() && each == quote) {
            quote = QChar();
        } else if (quote.isNull() && each.isSpace()) {
            if (isInWord)
                words << std::exchange(word, QString());
            isInWord = false;
        } else {
            word += each;
            isInWord = true;
        }
    }
    if (!quote.isNull())
        return std::nullopt;
    if (isInWord)
        words << word;
    return words;
}

} // namespace lockstep
