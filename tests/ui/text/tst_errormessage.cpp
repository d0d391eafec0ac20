#include "ui/text/errormessage.h"
#include "ui/watchtext/statussentence.h"

#include <QSet>
#include <QTest>

using namespace lockstep;

Q_DECLARE_METATYPE(lockstep::Error)

class ErrorMessageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCodeHasItsOwnSentence();
    void namesThePlaceAndTheReason();
    void saysWhatIsPossible_data();
    void saysWhatIsPossible();
    void saysWhenACommandMayHaveRun();
    void aShareThatIsTooSmallHasOneSign();
    void foreignWordsCannotAct();
    void everyModeAndReasonHasASentence();
    void aMissingPermissionNamesTheRuleThatGivesIt_data();
    void aMissingPermissionNamesTheRuleThatGivesIt();
    void aLostConnectionSaysWhenItTriesAgain();
};

void ErrorMessageTest::everyCodeHasItsOwnSentence()
{
    QSet<QString> sentences;
    for (int i = 0; i <= static_cast<int>(ErrorCode::ProductionServer); ++i) {
        const QString text = errorMessage({static_cast<ErrorCode>(i), {}, false}, {});
        QVERIFY2(text.size() > 20, qPrintable(text));
        QVERIFY2(!text.contains(QLatin1Char('%')), qPrintable(text));
        QVERIFY2(text.front().isUpper(), qPrintable(text));
        sentences.insert(text);
    }
    QCOMPARE(sentences.size(), qsizetype(ErrorCode::ProductionServer) + 1);
}

void ErrorMessageTest::namesThePlaceAndTheReason()
{
    const auto where = QStringLiteral("redis://shop:6379/0");
    QVERIFY(errorMessage({ErrorCode::ConnectionRefused, {}, false}, where).contains(where));
    const auto bad = errorMessage({ErrorCode::BadUri, QStringLiteral("port 99999"), false}, {});
    QVERIFY(bad.endsWith(QLatin1String(": port 99999")));
    // A place that looks like a placeholder stays what it is.
    QVERIFY(errorMessage({ErrorCode::ServerError, QStringLiteral("%1 %2"), false}, {})
                .contains(QLatin1String("%1 %2")));
}

void ErrorMessageTest::saysWhatIsPossible_data()
{
    QTest::addColumn<Error>("error");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no password") << Error{ErrorCode::NoAuth, {}, false}
                                 << QStringList{QStringLiteral("requires a password")};
    QTest::newRow("no such database") << Error{ErrorCode::NoSuchDatabase,
        QStringLiteral("99: ERR DB index is out of range"),
        false} << QStringList{QStringLiteral("99: ERR DB index"), QStringLiteral("0 to 15")};
    QTest::newRow("no socket file") << Error{ErrorCode::SocketMissing, {}, false}
                                    << QStringList{QStringLiteral("no socket file")};
    QTest::newRow("another file") << Error{ErrorCode::NoSocket, {}, false}
                                  << QStringList{QStringLiteral("is not a socket")};
    QTest::newRow("not permitted") << Error{ErrorCode::SocketDenied, {}, false}
                                   << QStringList{QStringLiteral("unixsocketperm")};
}

void ErrorMessageTest::saysWhatIsPossible()
{
    QFETCH(const Error, error);
    QFETCH(const QStringList, words);
    const QString text = errorMessage(error, QStringLiteral("unix:///s"));
    for (const QString &word : words)
        QVERIFY2(text.contains(word), qPrintable(text));
}

void ErrorMessageTest::saysWhenACommandMayHaveRun()
{
    const Error without{ErrorCode::ConnectionLost, {}, false};
    const Error with{ErrorCode::ConnectionLost, {}, true};
    QVERIFY(errorMessage(with, {}).startsWith(errorMessage(without, {})));
    QVERIFY(errorMessage(with, {}) != errorMessage(without, {}));
}

void ErrorMessageTest::aShareThatIsTooSmallHasOneSign()
{
    WatchStatus status;
    status.link = LinkState::Connected;
    MissingPermission info;
    info.effect = MissingPermission::Effect::NoInfo;
    status.missing.push_back(info);
    status.serverTimeShare = 0.02;
    QCOMPARE(shareWords(status), QStringLiteral("≤ 2 %"));
    status.serverTimeShare = 0.00005;
    QCOMPARE(shareWords(status), QStringLiteral("< 0.01 %"));
    status.unseenSince = Instant();
    QCOMPARE(shareWords(status), QStringLiteral("–"));
}

void ErrorMessageTest::foreignWordsCannotAct()
{
    const QString hostile = QStringLiteral("a\x1b[31m\n\u202eb") + QString(1'000'000, u'x');
    const QString text = errorMessage({ErrorCode::ServerError, hostile, false}, hostile);
    QVERIFY(text.size() < 700);
    for (const QChar c : text)
        QVERIFY(c.category() != QChar::Other_Control && c.category() != QChar::Other_Format);
}

void ErrorMessageTest::everyModeAndReasonHasASentence()
{
    constexpr int modes = static_cast<int>(WatchMode::Polling) + 1;
    constexpr int reasons = static_cast<int>(ModeReason::NotificationsOff) + 1;
    QSet<QString> sentences;
    for (int mode = 0; mode < modes; ++mode) {
        for (int reason = 0; reason < reasons; ++reason) {
            sentences.insert(
                modeSentence(static_cast<WatchMode>(mode), static_cast<ModeReason>(reason)));
        }
    }
    QCOMPARE(sentences.size(), modes * reasons);
}

void ErrorMessageTest::aMissingPermissionNamesTheRuleThatGivesIt_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("rule");
    const auto run = QStringLiteral("this user has no permissions to run the 'x' command");
    QTest::newRow("a command") << QByteArray("PTTL") << run << QStringLiteral("+pttl");
    QTest::newRow("a subcommand") << QByteArray("CLIENT TRACKING") << run
                                  << QStringLiteral("+client|tracking");
    QTest::newRow("a channel")
        << QByteArray("SUBSCRIBE")
        << QStringLiteral("no permissions to access one of the channels used as arguments")
        << QStringLiteral("&__redis__:invalidate");
    QTest::newRow("a key") << QByteArray("GET")
                           << QStringLiteral("no permissions to access one of the keys used")
                           << QStringLiteral("%R~*");
}

void ErrorMessageTest::aMissingPermissionNamesTheRuleThatGivesIt()
{
    QFETCH(QByteArray, command);
    QFETCH(QString, words);
    QFETCH(QString, rule);
    const MissingPermission missing{command, MissingPermission::Effect::NoTtl, words, {}, {}};
    QCOMPARE(aclRule(missing), rule);
    QVERIFY(missingPermissionSentence(missing).contains(rule));
    QVERIFY(missingPermissionSentence(missing).contains(QString::fromUtf8(command)));
}

void ErrorMessageTest::aLostConnectionSaysWhenItTriesAgain()
{
    const Instant now = Instant(std::chrono::hours(1));
    WatchStatus status;
    status.link = LinkState::Reconnecting;
    status.trouble = Error{ErrorCode::ConnectionRefused, {}, false};
    status.nextAttempt = now + Milliseconds(2'400);
    const auto where = QStringLiteral("redis://shop");
    const QString text = linkSentence(status, where, now);
    QVERIFY2(text.startsWith(errorMessage(*status.trouble, where)), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("3 s")), qPrintable(text));
    QVERIFY(linkSentence(status, where, now + std::chrono::seconds(9)) != text);
}

QTEST_GUILESS_MAIN(ErrorMessageTest)
#include "tst_errormessage.moc"
