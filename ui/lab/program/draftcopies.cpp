#include "ui/lab/program/draftcopies.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryFile>

namespace lockstep {

DraftCopies::DraftCopies(QString folder)
    : m_folder(std::move(folder))
{
}

DraftCopies::Written DraftCopies::write(
    const std::function<QString(int)> &nameOf, const std::function<QByteArray(int)> &textOf) const
{
    const auto pathOf = [&](int number) {
        return QStringLiteral("%1/%2.lua").arg(m_folder, nameOf(number));
    };
    int number = 1;
    while (QFileInfo::exists(pathOf(number)) && number < most)
        ++number;
    const QString path = pathOf(number);
    return {path,
        QFileInfo::exists(path) ? tr("there are %1 copies of it already").arg(most)
                                : writeWhole(path, textOf(number))};
}

QString DraftCopies::saveTemporarily(const Draft &draft)
{
    QTemporaryFile file(QDir::tempPath() + u'/' + QFileInfo(draft.path).completeBaseName()
        + QStringLiteral("-XXXXXX.lua"));
    if (file.open() && file.write(draft.text) == draft.text.size() && file.flush()) {
        file.setAutoRemove(false);
        return tr("What you wrote could not be saved as %1. It is in %2.")
            .arg(draft.path, file.fileName());
    }
    return tr("What you wrote could not be saved as %1, nor in the folder %2: %3.")
        .arg(draft.path, QDir::tempPath(), file.errorString());
}

} // namespace lockstep
