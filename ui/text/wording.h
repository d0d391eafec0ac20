#pragma once

// How numbers, times and keys are said to a person. Everything returned is plain text in the
// language of the program: whoever shows it must not interpret it as markup.

#include "core/watch/values/ttl.h"

#include <QByteArrayView>
#include <QString>

namespace lockstep::wording {

// The language of the words, one of languageCodes(): for texts that bring their own translations.
QString language();

// 88120 as 88 120 with narrow spaces; up to two decimals where there are any.
QString number(double value);
QString integer(qint64 value); // as number(), every digit of it
// +2.1, 0, −14.
QString rate(double perSecond);
// 29.3 s, 4 m 12 s, 1 h 02 m 05 s, 6 d 03 h 12 m. Cut, never rounded up: a deadline that is not
// over is not 0.
QString duration(Milliseconds time);
// A lease as it was granted, in the same form: rounded, because it was read a moment after it was
// set. 5.0 s for 4 983 ms; from a minute on to whole seconds.
QString lease(Milliseconds time);
// A time that has passed or is left, in its two largest units: 29.3 s, 4 m 12 s, 2 h 08 m, 6 d 3 h.
QString age(Milliseconds time);
// 31 B, 1.2 kB, 3.4 MB.
QString bytes(double count);
QString percent(double share);

// Any bytes as one line that cannot deceive: invalid UTF-8, controls and marks that change the
// direction or are invisible become \xNN, a backslash is doubled. Past limit characters it is cut
// in the middle with an ellipsis; 0 cuts nothing.
QString key(QByteArrayView bytes, qsizetype limit = 80);
// What a key holds, as key(), but for the minus of an integer, which is that of number().
QString value(QByteArrayView bytes, qsizetype limit = 80);
// One word for redis-cli, quoted where it has to be.
QString cliWord(QByteArrayView bytes);

} // namespace lockstep::wording
