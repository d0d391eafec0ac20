#pragma once

#include "core/redis/connection/connection.h"
#include "core/redis/connection/handshake.h"
#include "core/redis/connection/pipeline.h"
#include "core/redis/connection/replyreader.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace lockstep {

class Transport;

// One life of a connection, from connecting to the loss. Used once, and dropped whole, so nothing
// of it can reach the next one. Whatever is called back may drop it (see DropSession).
class Session : public QObject
{
    Q_OBJECT

public:
    Session(const Endpoint &endpoint, const ConnectionOptions &options,
        std::unique_ptr<Transport> transport);
    ~Session() override;

    // Starts connecting; opened() or ended() follows from the event loop. Call once.
    void start();
    // Sends a command. To be called only after opened().
    void send(const Command &command, Connection::ReplyCallback done);
    // Ends the session: no signal and no callback follows. Returns the commands without a reply,
    // whose callbacks the caller has to call.
    std::vector<Pipeline::Unanswered> stop();

    [[nodiscard]] QString peer() const; // see Transport
    [[nodiscard]] const Traffic &traffic() const { return m_traffic; }
    [[nodiscard]] qsizetype inFlight() const { return m_pipeline.size(); }
    // Tells since when the oldest command in flight has waited while less than 64 KiB came in;
    // nothing if none is in flight.
    [[nodiscard]] std::optional<Pipeline::Clock::time_point> waitingSince() const;

Q_SIGNALS:
    void opened();
    void pushed(const lockstep::Reply &message);
    // Emitted once, as the last signal; the receiver calls stop().
    void ended(const lockstep::Error &error);

private:
    [[nodiscard]] bool permits(const Command &command) const
    {
        return !m_options.permit || m_options.permit(command);
    }
    void greet();
    void greeted(size_t step, const Result<Reply> &reply);
    void end(const Error &error);
    void enqueue(const Command &command, Connection::ReplyCallback done);
    void write();
    void read();
    void takeReplies();
    void take(Reply reply);
    void onTransportFailed(const Error &error);
    void onConnectLimit();
    void startCommandLimit(std::chrono::milliseconds time);
    void onCommandLimit();

    ConnectionOptions m_options;
    std::unique_ptr<Transport> m_transport;
    ReplyReader m_reader;
    Handshake m_handshake;
    Pipeline m_pipeline;
    Traffic m_traffic;
    QTimer m_connectLimit;
    QTimer m_commandLimit;
    std::chrono::steady_clock::time_point m_commandLimitDue{};
    qint64 m_receivedThen = 0; // bytes received until m_progressAt
    // When the last 64 KiB of progress were complete.
    std::chrono::steady_clock::time_point m_progressAt{};
    bool m_open = false;
    bool m_over = false;
    bool m_reading = false;
    bool m_writing = false;
};

// Stops a session and deletes it later, because it is often dropped inside one of its own signals
// or callbacks.
struct DropSession
{
    void operator()(Session *session) const
    {
        session->stop();
        session->deleteLater();
    }
};

} // namespace lockstep
