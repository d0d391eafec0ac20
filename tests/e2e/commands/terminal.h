#pragma once

#include "tests/e2e/programpath.h"
#include "tests/support/patience.h"

#include <QByteArrayList>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <optional>

namespace lockstep {

// The program as it runs in somebody's terminal.
class Terminal
{
public:
    // size: of the terminal; nothing: it tells none. program: ours, or one that knows it.
    explicit Terminal(const QByteArrayList &arguments, std::optional<winsize> size = {},
        const QByteArray &program = programPath().toLocal8Bit())
    {
        std::vector<char *> words;
        QByteArrayList line = QByteArrayList{program} + arguments;
        for (QByteArray &word : line)
            words.push_back(word.data());
        words.push_back(nullptr);
        m_process = forkpty(&m_screen, nullptr, nullptr, size ? &*size : nullptr);
        if (m_process == 0) {
            unsetenv("REDISCLI_AUTH");
            execvp(words.front(), words.data());
            _exit(127);
        }
        fcntl(m_screen, F_SETFL, O_NONBLOCK);
    }
    ~Terminal()
    {
        if (m_process > 0 && !m_status) {
            kill(m_process, SIGKILL);
            waitpid(m_process, nullptr, 0);
        }
        close(m_screen);
    }
    Q_DISABLE_COPY_MOVE(Terminal)

    void type(const QByteArray &keys)
    {
        QCOMPARE(write(m_screen, keys, size_t(keys.size())), keys.size());
    }

    const QByteArray &shown()
    {
        char buffer[4096];
        for (ssize_t count; (count = read(m_screen, buffer, sizeof buffer)) > 0;)
            m_shown.append(buffer, count);
        return m_shown;
    }

    bool hasEnded()
    {
        int status = 0;
        if (!m_status && waitpid(m_process, &status, WNOHANG) == m_process)
            m_status = status;
        shown();
        return m_status.has_value();
    }
    void send(int signal) const { kill(m_process, signal); }

    // After hasEnded(); -1: by a signal.
    [[nodiscard]] int exitCode() const
    {
        return WIFEXITED(*m_status) ? WEXITSTATUS(*m_status) : -1;
    }
    // After hasEnded(): what a shell makes of it.
    [[nodiscard]] int shellStatus() const
    {
        return WIFSIGNALED(*m_status) ? 128 + WTERMSIG(*m_status) : exitCode();
    }

    [[nodiscard]] bool echoes() const
    {
        termios now{};
        tcgetattr(m_screen, &now);
        return (now.c_lflag & ECHO) != 0;
    }

private:
    int m_screen = -1;
    pid_t m_process = -1;
    QByteArray m_shown;
    std::optional<int> m_status;
};

} // namespace lockstep
