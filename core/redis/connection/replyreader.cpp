// Parses replies with hiredis' redisReader and object functions of our own: it calls them for each
// element, and they append to the tree of Reply values directly. hiredis' redisReply would be a
// second tree to copy from and to free.
//
// What hiredis does not do is done here, three things:
//
// It begins an element anew at every call, so a bulk or a line that arrives in small pieces would
// cost the square of its length. We remember what it waits for, the end of a line or a number of
// bytes, and call it when that is there.
//
// It moves the rest of its buffer to the front after each reply, so a large feed of many small
// replies would cost the square of its length too. Hence we feed it chunk by chunk.
//
// It believes announced lengths. We never reserve memory by them, refuse a bulk before it arrives
// where it is announced larger than the limit, and count elements: those past the limit are parsed
// and dropped. More than eight nested arrays and lengths past 31 bits are a ProtocolError with
// every version of hiredis.
//
// A place in the tree stays where it is while hiredis fills it: the elements of an array move only
// when the next is appended, and by then the one before is complete.

#include "core/redis/connection/replyreader.h"

#include "core/redis/values/coretext.h"

#include <hiredis/hiredis.h>
#include <hiredis/read.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace lockstep {

namespace {

// The tree that the object functions build; hiredis passes it to them as privdata.
struct Tree
{
    Reply root;
    qint64 elements = 0;
    qint64 maxElements = 0;
    Reply leftOut; // stands for each element that there is no room for
    bool outOfMemory = false;
    bool tooDeep = false;
    bool tooLong = false; // an array has more elements than are accepted
};

// What hiredis 0.14 reads. From 1.0 on it nests without a limit, but our recursion has one;
// from 1.1 on it takes arrays of up to 2^32 - 1 elements.
constexpr int deepest = 8;
constexpr size_t longestArray = std::numeric_limits<int>::max();

Reply *place(const redisReadTask *task, Reply::Kind kind)
{
    auto *tree = static_cast<Tree *>(task->privdata);
    if (++tree->elements > tree->maxElements) {
        for (auto *outer = task->parent; outer; outer = outer->parent)
            static_cast<Reply *>(outer->obj)->isCut = true;
        return &tree->leftOut;
    }
    Reply *reply = &tree->root;
    if (task->parent) {
        auto &siblings = static_cast<Reply *>(task->parent->obj)->elements;
        reply = &siblings.emplace_back();
    }
    reply->kind = kind;
    return reply;
}

// Exceptions must not cross C frames. nullptr ends the parse: hiredis takes it for "out of memory".
template <typename Fill>
void *build(const redisReadTask *task, Reply::Kind kind, Fill fill) noexcept
{
    try {
        auto *tree = static_cast<Tree *>(task->privdata);
        Reply *reply = place(task, kind);
        if (reply != &tree->leftOut)
            fill(*reply);
        return reply;
    } catch (const std::bad_alloc &) {
        static_cast<Tree *>(task->privdata)->outOfMemory = true;
        return nullptr;
    }
}

void *createString(const redisReadTask *task, char *bytes, size_t length)
{
    const Reply::Kind kind = task->type == REDIS_REPLY_STATUS ? Reply::Kind::Status
        : task->type == REDIS_REPLY_ERROR                     ? Reply::Kind::Error
                                                              : Reply::Kind::Bulk;
    return build(task, kind,
        [&](Reply &reply) { reply.text = QByteArray(bytes, static_cast<qsizetype>(length)); });
}

void *createArray(const redisReadTask *task, size_t announced)
{
    auto *tree = static_cast<Tree *>(task->privdata);
    int depth = 1;
    for (const redisReadTask *outer = task->parent; outer; outer = outer->parent)
        ++depth;
    tree->tooDeep = depth > deepest;
    tree->tooLong = announced > longestArray;
    if (tree->tooDeep || tree->tooLong)
        return nullptr;
    return build(task, Reply::Kind::Array, [&](Reply &reply) {
        // So many elements are allocated before they have come in: as many as a reply to SCAN has.
        // An array that announces more cannot make us allocate more than this, for itself and for
        // each array that it is nested in.
        constexpr size_t trusted = 1024;
        reply.elements.reserve(std::min(announced, trusted));
    });
}

void *createInteger(const redisReadTask *task, long long value)
{
    return build(task, Reply::Kind::Integer, [&](Reply &reply) { reply.integer = value; });
}

void *createNil(const redisReadTask *task)
{
    return build(task, Reply::Kind::Nil, [](Reply &) {});
}

// The tree belongs to the reader, not to hiredis.
void freeObject(void *) { }

#if HIREDIS_MAJOR >= 1
// RESP3, which we never ask for: kept as the nearest RESP2 value.
void *createDouble(const redisReadTask *task, double, char *text, size_t length)
{
    return createString(task, text, length);
}

void *createBool(const redisReadTask *task, int value)
{
    return createInteger(task, value);
}

redisReplyObjectFunctions functions{
    createString, createArray, createInteger, createDouble, createNil, createBool, freeObject};
#else
void *createArrayOfInt(const redisReadTask *task, int announced)
{
    return createArray(task, static_cast<size_t>(std::max(announced, 0)));
}

redisReplyObjectFunctions functions{
    createString, createArrayOfInt, createInteger, createNil, freeObject};
#endif

struct FreeReader
{
    void operator()(redisReader *reader) const { redisReaderFree(reader); }
};

} // namespace

class ReplyReader::Private
{
public:
    // What hiredis needs before another call can succeed.
    enum class Needs : quint8 { Anything, EndOfLine, Bytes };

    explicit Private(qint64 limit)
        : maxBytes(std::clamp<qint64>(limit, 1, std::numeric_limits<int>::max() - chunk))
        , reader(redisReaderCreateWithFunctions(&functions))
    {
        Q_CHECK_PTR(reader);
        // Bytes; larger buffers are freed once they are empty.
        constexpr size_t keptBuffer = 4 * chunk;
        reader->maxbuf = keptBuffer;
        reader->privdata = &tree;
        tree.maxElements = std::max<qint64>(maxBytes / qint64(sizeof(Reply)), 16);
    }

    [[nodiscard]] QByteArrayView unread() const
    {
        return {reader->buf + reader->pos, static_cast<qsizetype>(reader->len - reader->pos)};
    }
    Error fail(ErrorCode code, const QString &detail)
    {
        failed = Error{code, detail};
        return *failed;
    }
    Error errorOfParser();
    Result<std::optional<Reply>> wait();

    qint64 maxBytes;
    std::unique_ptr<redisReader, FreeReader> reader;
    Tree tree;
    qint64 fedBytes = 0; // all bytes that were ever fed
    qint64 replyStart = 0; // fedBytes where the present reply begins
    Needs needs = Needs::Anything;
    qint64 neededBytes = 0;
    std::optional<Error> failed;
};

Error ReplyReader::Private::errorOfParser()
{
    if (tree.outOfMemory)
        return fail(ErrorCode::ReplyTooLarge, CoreText::tr("no memory for a reply"));
    if (tree.tooDeep)
        return fail(ErrorCode::ProtocolError,
            CoreText::tr("more than %1 nested arrays in one reply").arg(deepest));
    if (tree.tooLong)
        return fail(ErrorCode::ProtocolError,
            CoreText::tr("an array of more than %1 elements").arg(longestArray));
    const auto code =
        reader->err == REDIS_ERR_OOM ? ErrorCode::ReplyTooLarge : ErrorCode::ProtocolError;
    return fail(code, QString::fromUtf8(reader->errstr));
}

// No reply yet: find out what is missing, and whether it could ever be accepted.
Result<std::optional<Reply>> ReplyReader::Private::wait()
{
    const QByteArrayView rest = unread();
    const qint64 have = fedBytes - replyStart;
    qint64 total = have;
    needs = Needs::Anything;
    if (!rest.isEmpty()) {
        // A line would have been consumed if it were whole, so a line end here is that of a bulk's
        // header.
        constexpr qsizetype longestHeader = 24;
        const qsizetype end = rest.first(qMin(rest.size(), longestHeader)).indexOf("\r\n");
        needs = Needs::EndOfLine;
        if (end >= 0) {
            bool isNumber = false;
            const qint64 announced = rest.first(end).toByteArray().toLongLong(&isNumber);
            if (!isNumber || announced > maxBytes)
                return tl::unexpected(fail(ErrorCode::ReplyTooLarge,
                    CoreText::tr("a value of %1 bytes was announced").arg(announced)));
            needs = Needs::Bytes;
            neededBytes = end + 2 + announced + 2;
            total = have - rest.size() + neededBytes;
        }
    }
    if (total > maxBytes)
        return tl::unexpected(fail(
            ErrorCode::ReplyTooLarge, CoreText::tr("a reply of more than %1 bytes").arg(maxBytes)));
    return std::nullopt;
}

ReplyReader::ReplyReader(qint64 maxReplyBytes)
    : d(std::make_unique<Private>(maxReplyBytes))
{
}

ReplyReader::~ReplyReader() = default;

void ReplyReader::feed(QByteArrayView bytes)
{
    if (d->failed || bytes.isEmpty())
        return;
    if (d->needs == Private::Needs::EndOfLine) {
        const QByteArrayView before = d->unread();
        if (bytes.contains("\r\n") || (bytes.front() == '\n' && before.endsWith('\r')))
            d->needs = Private::Needs::Anything;
    }
    if (redisReaderFeed(d->reader.get(), bytes.data(), static_cast<size_t>(bytes.size()))
        != REDIS_OK) {
        d->errorOfParser();
        return;
    }
    d->fedBytes += bytes.size();
    if (d->needs == Private::Needs::Bytes && d->unread().size() >= d->neededBytes)
        d->needs = Private::Needs::Anything;
}

Result<std::optional<Reply>> ReplyReader::next()
{
    if (d->failed)
        return tl::unexpected(*d->failed);
    if (d->needs != Private::Needs::Anything) {
        if (d->fedBytes - d->replyStart > d->maxBytes)
            return d->wait();
        return std::nullopt;
    }
    void *whole = nullptr;
    if (redisReaderGetReply(d->reader.get(), &whole) != REDIS_OK)
        return tl::unexpected(d->errorOfParser());
    if (!whole)
        return d->wait();
    const qint64 end = d->fedBytes - d->unread().size();
    const bool tooLarge = end - d->replyStart > d->maxBytes;
    d->replyStart = end;
    d->tree.elements = 0;
    if (tooLarge)
        return tl::unexpected(d->fail(ErrorCode::ReplyTooLarge,
            CoreText::tr("a reply of more than %1 bytes").arg(d->maxBytes)));
    return std::exchange(d->tree.root, Reply());
}

} // namespace lockstep
