#include "app/terminal/keychainwords.h"

#include "ui/text/errormessage.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

class KeychainWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::KeychainWords)
};

QString reasonSentence(KeychainTrouble::Reason reason)
{
    switch (reason) {
    case KeychainTrouble::Reason::Missing:
        return KeychainWords::tr("The desktop's keychain cannot be used.");
    case KeychainTrouble::Reason::Locked:
        return KeychainWords::tr("The desktop's keychain is locked, and was left so.");
    case KeychainTrouble::Reason::Denied:
        return KeychainWords::tr(
            "The desktop's keychain was not unlocked, or its use was refused.");
    case KeychainTrouble::Reason::Silent:
        break;
    }
    return KeychainWords::tr("The desktop's keychain did not answer in time; it may be waiting for "
                             "an answer itself.");
}

} // namespace

QString keychainSentence(const KeychainTrouble &trouble)
{
    QStringList sentences{reasonSentence(trouble.reason)};
    if (!trouble.detail.isEmpty())
        //: %1: the keychain's own words
        sentences << KeychainWords::tr("It says: “%1”.").arg(foreignWords(trouble.detail));
    return sentences.join(u' ');
}

QString passwordElsewhereSentence()
{
    return KeychainWords::tr("No password is read from it or kept in it: it is asked for, or comes "
                             "from REDISCLI_AUTH or --password-file.");
}

} // namespace lockstep
