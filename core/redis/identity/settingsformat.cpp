// QSettings writes through QSaveFile, which does not notice in Qt 6.4 that a full disk has not
// taken its buffer, and puts the empty file in the place of the old one. Who brings a format writes
// to this file itself, and can empty the buffer before it is too late.

#include "core/redis/identity/settingsformat.h"

#include <QFileDevice>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryFile>

namespace lockstep {

namespace {

const QString bytesKey = QStringLiteral("base64");

QJsonValue toJson(const QVariant &value)
{
    if (value.typeId() == QMetaType::QByteArray)
        return QJsonObject{{bytesKey, QString::fromLatin1(value.toByteArray().toBase64())}};
    return QJsonValue::fromVariant(value);
}

QVariant fromJson(const QJsonValue &value)
{
    if (value.isObject())
        return QByteArray::fromBase64(value[bytesKey].toString().toLatin1());
    return value.toVariant();
}

// Reads Qt's own format, which only QSettings itself can, and only from a file: a copy, because it
// locks the one that it is reading.
bool readQtFormat(const QByteArray &contents, QSettings::SettingsMap &values)
{
    QTemporaryFile copy;
    if (!copy.open() || copy.write(contents) != contents.size() || !copy.flush())
        return false;
    const QSettings settings(copy.fileName(), QSettings::NativeFormat);
    const QStringList keys = settings.allKeys();
    for (const QString &key : keys)
        values.insert(key, settings.value(key));
    return settings.status() == QSettings::NoError;
}

bool readSettings(QIODevice &file, QSettings::SettingsMap &values)
{
    const QByteArray contents = file.readAll();
    const auto json = QJsonDocument::fromJson(contents);
    if (!json.isObject())
        return readQtFormat(contents, values);
    const QJsonObject object = json.object();
    for (auto each = object.begin(); each != object.end(); ++each)
        values.insert(each.key(), fromJson(each.value()));
    return true;
}

bool writeSettings(QIODevice &file, const QSettings::SettingsMap &values)
{
    QJsonObject object;
    for (auto each = values.begin(); each != values.end(); ++each)
        object.insert(each.key(), toJson(each.value()));
    const QByteArray json = QJsonDocument(object).toJson();
    auto *const buffered = qobject_cast<QFileDevice *>(&file);
    return file.write(json) == json.size() && (!buffered || buffered->flush());
}

} // namespace

QSettings::Format settingsFormat()
{
    static const QSettings::Format format =
        QSettings::registerFormat(QStringLiteral("conf"), readSettings, writeSettings);
    return format;
}

} // namespace lockstep
