// The shop has a thread of its own: a hundred commands a second would not disturb the window, but
// the speeds that tests ask for would.
//
// To stop, all pauses end, the connections close, every coroutine returns, and only then does the
// thread end. If the thread just quit, suspended coroutines and all that they own would be leaked.

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
        // Requested as well, for a shop that is still being built and does not receive the signal
        // yet.
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
