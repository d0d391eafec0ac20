#include "ui/lab/program/draftcopies.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryFile>

namespace lockstep {

DraftCopies::DraftCopies(QString folder)
    : m_folder(std::move(folder))
{
}

DraftCopies::Written DraftCopies::write(const std::function<QString(int)> &nameOf,
    const std::function<QByteArray(int)> &textOf, const QString &original) const
{
    const auto pathOf = [&](int number) {
        return QStringLiteral("%1/%2.lua").arg(m_folder, nameOf(number));
    };
    const auto isTaken = [&](int number) {
        const QFileInfo file(pathOf(number));
        return file.exists() || file.absoluteFilePath() == original;
    };
    int number = 1;
    while (isTaken(number) && number < most)
        ++number;
    const QString path = pathOf(number);
    return {path,
        isTaken(number) ? tr("there are %1 copies of it already").arg(most)
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
