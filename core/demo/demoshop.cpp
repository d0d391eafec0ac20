// The shop lives on a thread of its own: at a hundred commands a second it would not disturb the
// window, but at the speeds the tests ask for it would.
//
// Stopping: the shift ends, the connections close, every coroutine returns, and only then does the
// thread end. A thread that just quits would leave suspended coroutines behind, and with them
// whatever they own.

#include "core/demo/demoshop.h"

#include "core/demo/shop.h"

#include <QThread>

namespace lockstep {

namespace {

class ShopThread : public QThread
{
    Q_OBJECT

public:
    ShopThread(Endpoint endpoint, DemoShop::Options options)
        : m_endpoint(std::move(endpoint))
        , m_options(options)
    {
    }

    ~ShopThread() override
    {
        // The request is for a shop that is only being built and does not hear the signal yet.
        requestInterruption();
        Q_EMIT closing();
        wait();
    }

Q_SIGNALS:
    void closing();
    void broke(const lockstep::Error &error);

protected:
    void run() override
    {
        Shop shop(m_endpoint, m_options.speed, m_options.seed);
        connect(this, &ShopThread::closing, &shop, &Shop::close);
        connect(&shop, &Shop::broke, this, &ShopThread::broke);
        connect(&shop, &Shop::closed, &shop, [this] { quit(); });
        if (isInterruptionRequested())
            return;
        shop.open();
        exec();
    }

private:
    const Endpoint m_endpoint;
    const DemoShop::Options m_options;
};

} // namespace

class DemoShop::Private
{
public:
    ShopThread thread;
};

DemoShop::DemoShop(Endpoint endpoint, Options options, QObject *parent)
    : QObject(parent)
    , d(new Private{{std::move(endpoint), options}})
{
    d->thread.setObjectName(QStringLiteral("demo shop"));
    connect(&d->thread, &ShopThread::broke, this, &DemoShop::stopped);
}

DemoShop::~DemoShop() = default;

void DemoShop::start()
{
    d->thread.start();
}

QString DemoShop::rulesFile()
{
    return QStringLiteral(":/lockstep/demo/rules.json");
}

} // namespace lockstep

#include "demoshop.moc"
