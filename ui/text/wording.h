#pragma once

// How numbers, times and keys are written for a person. All functions return plain text in the
// language of the program; it must not be interpreted as markup.

#include "core/watch/values/ttl.h"

#include <QByteArrayView>
#include <QString>

namespace lockstep::wording {

// The language of the texts, one of languageCodes(). For texts that bring their own translations.
QString language();

// How many digits a number has: all of them, or three, for a place that is too narrow for all.
enum class Figures : quint8 { Whole, Brief };

// Groups digits with narrow spaces: 88120 becomes 88 120. Fractions get up to two decimals.
QString number(double value, Figures figures = Figures::Whole);
QString integer(qint64 value); // like number(), but exact
// Writes three significant digits: 12.8, 88.1 k, 1.23 G. The others are cut off, not rounded, so
// that a limit does not seem used up before it is.
QString briefNumber(double value);
// A change per second with its sign: +2.1, 0, −14.
QString rate(double perSecond, Figures figures = Figures::Whole);
// Writes a length of time as 29.3 s, 4 m 12 s, 1 h 02 m 05 s or 6 d 03 h 12 m. Cut off, never
// rounded up, so that no deadline seems later than it is.
QString duration(Milliseconds time);
// A lease as it was granted, in the same form. It is rounded, because it was read a moment after it
// was set: 4 983 ms is 5.0 s. From a minute on it is rounded to whole seconds.
QString lease(Milliseconds time);
// A time that has passed or is left, in its two largest units: 29.3 s, 4 m 12 s, 2 h 08 m, 6 d 3 h.
QString age(Milliseconds time);
// Writes a number of bytes as 31 B, 1.2 kB or 3.4 MB.
QString bytes(double count);
QString percent(double share);

// Any bytes as one line that cannot mislead. Invalid UTF-8, control characters and marks that are
// invisible or change the direction become \xNN, and a backslash is doubled. A text longer than
// `limit` characters is shortened in the middle with an ellipsis; a limit of 0 shortens nothing.
QString key(QByteArrayView bytes, qsizetype limit = 80);
// The value of a key, written like key(), except that integers have the minus sign of number().
QString value(QByteArrayView bytes, qsizetype limit = 80);
// The bytes as one word for redis-cli, quoted if necessary.
QString cliWord(QByteArrayView bytes);

} // namespace lockstep::wording
