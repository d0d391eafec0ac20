// Redis gives a message to those who are subscribed at that moment, and to nobody later. So a
// message is for whoever's SUBSCRIBE was executed before it, and each client has the messages of a
// channel in the order in which they were published. A process that ends or crashes listens no
// more.

#include "ui/lab/tracks/channeltracks.h"

#include "core/lab/history/roundrecords.h"

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

class ChannelReader
{
public:
    explicit ChannelReader(const RoundRecords &records)
        : m_records(records)
        , m_history(records.history)
        , m_ends(records.clientCount())
    {
    }

    std::vector<ChannelTrack> read()
    {
        findEnds();
        const std::vector<Subscription> subscriptions = this->subscriptions();
        auto next = subscriptions.begin();
        for (const MessageRecord &message : m_records.messages) {
            for (; next != subscriptions.end() && isBefore(*next, message); ++next)
                listen(*next);
            readMessage(message);
        }
        std::for_each(
            next, subscriptions.end(), [this](const Subscription &each) { listen(each); });
        for (const ReceiptRecord &receipt : m_records.receipts) {
            if (isKnown(receipt.channel))
                receive(receipt);
        }
        return std::move(m_tracks);
    }

private:
    struct Subscription
    {
        quint32 channel = 0; // text
        Listening listening;
    };

    ChannelTrack &trackOf(quint32 channel)
    {
        const auto [place, isNew] = m_places.try_emplace(channel, m_tracks.size());
        if (isNew)
            m_tracks.push_back({.channel = channel});
        return m_tracks[place->second];
    }

    // When each client's processes crash or end, and when its next ones begin.
    void findEnds()
    {
        for (const Incident &each : m_records.incidents) {
            if (each.endsClient() && each.client < m_ends.size())
                m_ends[each.client].push_back(each.at);
        }
        for (const ProcessRecord &each : m_records.processes) {
            m_ends[each.client].push_back(each.from);
            if (each.until != never)
                m_ends[each.client].push_back(each.until);
        }
        for (std::vector<Moment> &ends : m_ends)
            std::sort(ends.begin(), ends.end());
    }

    // Whether all messages of the channel are known. Messages that a server publishes by itself
    // have no place in the order of execution.
    [[nodiscard]] bool isKnown(quint32 channel) const
    {
        const QByteArrayView name = m_history.texts[channel];
        return m_history.orderKind == OrderKind::Stepped
            || !(name.startsWith("__keyspace@") || name.startsWith("__keyevent@"));
    }

    // The subscriptions in the order of execution, as far as it is known.
    [[nodiscard]] std::vector<Subscription> subscriptions() const
    {
        constexpr QByteArrayView name = "subscribe ";
        std::vector<Subscription> all;
        for (const Operation &operation : m_records.operations) {
            const QByteArrayView words = m_history.texts[operation.command];
            if (!words.startsWith(name) || operation.returned == never)
                continue;
            const quint32 channel = m_history.texts.find(words.sliced(name.size()));
            if (channel == none || !isKnown(channel))
                continue;
            const std::vector<Moment> &ends = m_ends[operation.client];
            const auto end = std::lower_bound(ends.begin(), ends.end(), operation.returned);
            all.push_back({channel,
                {operation.returned, end == ends.end() ? m_records.round.end : *end,
                    operation.client, operation.order}});
        }
        std::stable_sort(all.begin(), all.end(), [](const Subscription &a, const Subscription &b) {
            return a.listening.order < b.listening.order;
        });
        return all;
    }

    [[nodiscard]] bool isBefore(
        const Subscription &subscription, const MessageRecord &message) const
    {
        const quint32 order =
            message.operation == none ? none : m_history.operations[message.operation].order;
        return order != none && subscription.listening.order != none
            ? subscription.listening.order < order
            : subscription.listening.from <= message.at;
    }

    void listen(const Subscription &subscription)
    {
        trackOf(subscription.channel).listening.push_back(subscription.listening);
        m_listeners[subscription.channel][subscription.listening.client] =
            subscription.listening.until;
    }

    void readMessage(const MessageRecord &record)
    {
        PublishedMessage message{
            .at = record.at, .operation = record.operation, .text = record.text};
        auto &listeners = m_listeners[record.channel];
        std::erase_if(listeners, [&](const auto &each) { return each.second < record.at; });
        for (const auto &[client, until] : listeners)
            message.receipts.push_back({client, never});
        ChannelTrack &track = trackOf(record.channel);
        track.messages.push_back(std::move(message));
        track.moments.push_back(record.at);
    }

    void receive(const ReceiptRecord &receipt)
    {
        ChannelTrack &track = trackOf(receipt.channel);
        std::size_t &next = m_next[{receipt.channel, receipt.client}];
        for (; next < track.messages.size(); ++next) {
            PublishedMessage &message = track.messages[next];
            const auto own = std::find_if(message.receipts.begin(), message.receipts.end(),
                [&](const PublishedMessage::Receipt &each) {
                    return each.client == receipt.client;
                });
            if (own == message.receipts.end())
                continue;
            own->at = std::max(receipt.at, message.at);
            ++next;
            return;
        }
    }

    const RoundRecords &m_records;
    const History &m_history;
    std::vector<std::vector<Moment>> m_ends; // by client, sorted
    std::vector<ChannelTrack> m_tracks;
    std::map<quint32, std::size_t> m_places; // in m_tracks, by channel
    std::map<quint32, std::map<quint32, Moment>>
        m_listeners; // when each client stops listening, by channel and client
    std::map<std::pair<quint32, quint32>, std::size_t>
        m_next; // the next message to be received, by channel and client
};

} // namespace

std::vector<ChannelTrack> channelTracks(const Run &run, int number)
{
    const RoundRecords records(run.history, number);
    if (run.history.orderKind == OrderKind::Sampled
        || (records.messages.empty() && records.receipts.empty()))
        return {};
    return ChannelReader(records).read();
}

} // namespace lockstep
