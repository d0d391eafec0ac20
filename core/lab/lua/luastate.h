#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <chrono>
#include <string>

struct lua_State;
struct lua_Debug;

namespace lockstep {

// A Lua state with a limit on memory, and for each turn of a program one on instructions. Work that
// C functions do without instructions is charged to the same account. Once a limit was hit, or the
// program has made a mistake in its use of the lab, the turn is over: no pcall catches that.
//
// Functions called from Lua leave by longjmp, so they keep no C++ object with a destructor while
// they call anything of Lua that may fail: text is composed in a statement of its own with
// noteMistake(), and raise() follows.
class LuaState
{
public:
    // memoryLimit: bytes.
    explicit LuaState(qint64 memoryLimit);
    ~LuaState();
    Q_DISABLE_COPY_MOVE(LuaState)

    [[nodiscard]] static LuaState &of(lua_State *thread);
    [[nodiscard]] lua_State *main() const { return m_main; }
    [[nodiscard]] qint64 memory() const { return m_used; }
    void setMemoryLimit(qint64 bytes) { m_limit = bytes; }
    // Memory that is not Lua's and counts like it; negative when it is given back.
    void charge(qint64 bytes) { m_used += bytes; }
    [[nodiscard]] bool hasRoomFor(qint64 bytes) const { return m_used + bytes <= m_limit; }

    // Makes a thread count its instructions.
    static void watch(lua_State *thread);
    // isCheck: it is a check's turn; the mistake is worded otherwise, for a check cannot wait.
    void beginTurn(int instructions, bool isCheck = false);
    // Takes work off the account; raises when it is empty.
    void spend(lua_State *thread, qint64 work);

    // Raises when more functions than that have called one another.
    static void checkDepth(lua_State *thread, int most);

    [[nodiscard]] bool isOver() const { return m_isOver; }
    // A pcall or xpcall has caught an error in this turn.
    void noteCaught() { m_hasCaught = true; }
    [[nodiscard]] bool hasCaught() const { return m_hasCaught; }
    // Line and sentence of what ended the turn. The first one counts.
    void noteMistake(lua_State *thread, const QByteArray &sentence);
    void noteMistakeAt(int line, const QByteArray &sentence);
    void noteMemory(lua_State *thread);
    [[nodiscard]] int mistakeLine() const { return m_line; }
    [[nodiscard]] const QByteArray &mistake() const { return m_mistake; }
    // Never returns.
    [[noreturn]] static int raise(lua_State *thread);

    // Line of the file that is being run; 0: none.
    static int currentLine(lua_State *thread);
    // Runs function(what) with nothing on its stack but what; false when it raised.
    bool protectedly(int (*function)(lua_State *), void *what);

private:
    static void *allocate(void *self, void *block, size_t oldSize, size_t newSize);
    static void onCount(lua_State *thread, lua_Debug *);

    lua_State *m_main = nullptr;
    qint64 m_limit = 0;
    qint64 m_used = 0;
    qint64 m_account = 0;
    bool m_hasHooked = false; // in this turn
    std::chrono::nanoseconds m_hooked{}; // first, in the thread's time
    bool m_isOver = false;
    bool m_isCheck = false;
    bool m_hasCaught = false; // in this turn
    int m_line = 0;
    QByteArray m_mistake;
};

} // namespace lockstep
