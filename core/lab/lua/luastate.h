#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <chrono>
#include <string>

struct lua_State;
struct lua_Debug;

namespace lockstep {

// A Lua state with a limit on memory, and for each turn of a program one on instructions and one of
// 3 s of the processor's time. Work that C functions do is charged against the instructions. Once a
// limit was hit, or the program has made a mistake in its use of the lab, the turn is over: no
// pcall catches that.
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

    // Makes a coroutine count its instructions; needed once for each.
    static void countInstructions(lua_State *thread);
    // Starts a turn with this many instructions. isCheck: a check function is called, which changes
    // only the words of the mistake.
    void beginTurn(int instructions, bool isCheck = false);
    // Takes `work`, counted in instructions, off what is left of the turn; raises when nothing is
    // left.
    void spend(lua_State *thread, qint64 work);

    // Raises when more than `most` functions are being called inside one another.
    static void checkDepth(lua_State *thread, int most);

    [[nodiscard]] bool isOver() const { return m_isOver; }
    // A pcall or xpcall has caught an error in this turn.
    void noteCaught() { m_hasCaught = true; }
    [[nodiscard]] bool hasCaught() const { return m_hasCaught; }
    // Notes why the turn ends. Only the first mistake of a turn is kept.
    void noteMistake(lua_State *thread, const QByteArray &sentence);
    void noteMistakeAt(int line, const QByteArray &sentence);
    void noteMemory(lua_State *thread);
    [[nodiscard]] int mistakeLine() const { return m_line; }
    [[nodiscard]] const QByteArray &mistake() const { return m_mistake; }
    // Never returns.
    [[noreturn]] static int raise(lua_State *thread);

    // The line of the file that is being run; 0 if there is none.
    static int currentLine(lua_State *thread);
    // Calls function in protected mode with `what` as its only argument. Returns false if it
    // raised.
    bool callProtected(int (*function)(lua_State *), void *what);

private:
    static void *allocate(void *self, void *block, size_t oldSize, size_t newSize);
    static void onCount(lua_State *thread, lua_Debug *);

    lua_State *m_main = nullptr;
    qint64 m_limit = 0;
    qint64 m_used = 0;
    qint64 m_account = 0;
    bool m_hasHooked = false; // in this turn
    std::chrono::nanoseconds m_hooked{}; // processor time at the first hook of the turn
    bool m_isOver = false;
    bool m_isCheck = false;
    bool m_hasCaught = false; // in this turn
    int m_line = 0;
    QByteArray m_mistake;
};

} // namespace lockstep
