#include "core/lab/freerun/net/filelimit.h"

#include "core/redis/values/coretext.h"

#include <dirent.h>
#include <sys/resource.h>

namespace lockstep {

namespace {

// How many files a run opens besides its clients' connections; also what openFiles() returns where
// the open files cannot be counted.
constexpr rlim_t filesOfOurs = 64;

rlim_t openFiles()
{
    DIR *folder = opendir("/dev/fd");
    if (!folder)
        return filesOfOurs;
    rlim_t count = 0;
    while (readdir(folder))
        ++count;
    closedir(folder);
    return count;
}

} // namespace

Result<void> makeRoomForFiles(int clients, int filesEach)
{
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return {};
    if (files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files); // if this is refused, the old limit stays
        getrlimit(RLIMIT_NOFILE, &files);
    }
    const rlim_t taken = openFiles() + filesOfOurs;
    const rlim_t left = files.rlim_cur > taken ? files.rlim_cur - taken : 0;
    if (files.rlim_cur == RLIM_INFINITY || rlim_t(clients) * rlim_t(filesEach) <= left)
        return {};
    return failure(ErrorCode::BadInput,
        CoreText::tr("clients = %1: this process may open %2 files (ulimit -n), and a client "
                     "needs %3; at most %4 clients are possible")
            .arg(clients)
            .arg(quint64(files.rlim_cur))
            .arg(filesEach)
            .arg(quint64(left / rlim_t(filesEach))));
}

} // namespace lockstep
