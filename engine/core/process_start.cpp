#include "engine/core/process_start.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

namespace netsmith {

void prepareProcess()
{
    for (int fd = 0; fd <= 2; ++fd)
        if (::fcntl(fd, F_GETFD) < 0)
            (void)::open("/dev/null", O_RDWR); // gets the lowest number that is free: this one
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    if (!std::getenv("OMP_WAIT_POLICY"))
        ::setenv("GOMP_SPINCOUNT", "3000", 0);
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        ::mallopt(M_ARENA_MAX, 1);
}

} // namespace netsmith
