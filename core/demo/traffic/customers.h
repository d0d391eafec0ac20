#pragma once

#include "core/coordination/counts/counter.h"
#include "core/coordination/counts/dailycounter.h"
#include "core/coordination/counts/presence.h"
#include "core/demo/traffic/shopclient.h"

#include <vector>

namespace lockstep {

// Two hundred customers, of whom about a hundred are online, counted in all usual ways.
class Customers
{
public:
    explicit Customers(ShopClient &client);
    void open();

private:
    QCoro::Task<> comeAndGo();
    QCoro::Task<> beat();
    // Returns false when the shop is closing; the customer's coroutine ends then.
    QCoro::Task<bool> logIn(size_t customer);
    QCoro::Task<bool> logOut(size_t customer);

    ShopClient &m_client;
    Counter m_onlineUsers;
    Counter m_pageViews;
    DailyCounter m_visits;
    Presence m_presence;
    std::vector<bool> m_online;
};

} // namespace lockstep
