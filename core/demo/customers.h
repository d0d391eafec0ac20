#pragma once

#include "core/demo/desk.h"

#include <vector>

namespace lockstep {

// Two hundred customers of whom about a hundred are online, counted in every way people count them.
class Customers
{
public:
    explicit Customers(Desk &desk);
    void open();

private:
    QCoro::Task<> comeAndGo();
    QCoro::Task<> beat();
    QCoro::Task<> sweep();
    // False: the shop closes.
    QCoro::Task<bool> logIn(size_t customer);
    QCoro::Task<bool> logOut(size_t customer);

    Desk &m_desk;
    std::vector<bool> m_online;
};

} // namespace lockstep
