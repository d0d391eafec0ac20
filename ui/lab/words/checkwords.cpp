// Implements checkWords() of verdictwords.h: what a check demands, shown before there is a verdict
// and beside it.

#include "ui/lab/words/verdictwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class CheckWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::CheckWords)
};

} // namespace

QString checkWords(const Check &check, const Settings &settings)
{
    const QString name = wording::key(check.name, 40);
    const QString other = wording::key(check.other, 40);
    const qint64 amount = check.amount.in(settings);
    const QString number = wording::number(double(amount));
    switch (check.kind) {
    case Check::Kind::HoldersAtMost:
        return CheckWords::tr("at most %1 inside %2 at a time").arg(number, name);
    case Check::Kind::CountAtMost:
        return CheckWords::tr("“%1” at most %2").arg(name, number);
    case Check::Kind::CountAtLeast:
        return CheckWords::tr("“%1” at least %2").arg(name, number);
    case Check::Kind::SumEquals:
        return CheckWords::tr("%1 + %2 = %3").arg(name, other, number);
    case Check::Kind::ValueAtLeast:
        return check.isFinal() ? CheckWords::tr("%1 is not below %2 in the end").arg(name, number)
                               : CheckWords::tr("%1 is never below %2").arg(name, number);
    case Check::Kind::ValueAtMost:
        return check.isFinal() ? CheckWords::tr("%1 is not above %2 in the end").arg(name, number)
                               : CheckWords::tr("%1 is never above %2").arg(name, number);
    case Check::Kind::TtlPresent:
        return check.isFinal() ? CheckWords::tr("%1 has a TTL in the end").arg(name)
                               : CheckWords::tr("%1 always has a TTL").arg(name);
    case Check::Kind::ReleasedByOwner:
        return CheckWords::tr("only its owner releases %1").arg(name);
    case Check::Kind::RenewedByOwner:
        return CheckWords::tr("only its owner renews %1").arg(name);
    case Check::Kind::InOrder:
        return other.isEmpty() ? CheckWords::tr("“%1” never goes back").arg(name)
                               : CheckWords::tr("“%1” and “%2” never go back").arg(name, other);
    case Check::Kind::AdmittedAtMost:
        return CheckWords::tr("at most %1 “%2” within %3")
            .arg(number, name, wording::duration(Milliseconds(check.window.in(settings))));
    case Check::Kind::NobodyWaits:
        return CheckWords::tr("nobody waits for ever");
    case Check::Kind::Function:
        break;
    }
    if (!check.title.en.isEmpty())
        return wording::key(check.title.in(wording::language()).toUtf8(), 100);
    return check.remark.isEmpty() ? CheckWords::tr("the check at line %1").arg(check.line)
                                  : CheckWords::tr("“%1” (line %2)", "the comment of a check")
                                        .arg(wording::key(check.remark.toUtf8(), 100))
                                        .arg(check.line);
}

} // namespace lockstep
