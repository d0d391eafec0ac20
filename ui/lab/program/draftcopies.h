#pragma once

#include "ui/lab/program/draftfile.h"

#include <QCoreApplication>

namespace lockstep {

// Where the text of a program goes that is not saved in its own file: copies in a folder, under
// names that no other file has.
class DraftCopies
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::DraftCopies)

public:
    static constexpr int most = 999; // of one program

    explicit DraftCopies(QString folder = {}); // made with the first copy

    struct Written
    {
        QString path; // also if it could not be written
        QString reason; // why it could not be written; empty if it was
    };
    // Writes a copy. nameOf, textOf: name, without suffix, and text of the copy with that number,
    // from 1; the first number is taken whose name is free. original: the path of a file that is
    // not created again even if it is gone.
    [[nodiscard]] Written write(const std::function<QString(int)> &nameOf,
        const std::function<QByteArray(int)> &textOf, const QString &original = {}) const;

    // Saves a draft for which there is no other place in the folder for temporary files. Returns a
    // message that says where it is, or that it could not even be saved there.
    static QString saveTemporarily(const Draft &draft);

private:
    QString m_folder;
};

} // namespace lockstep
