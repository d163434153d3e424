#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace netsmith::cluster {

/// How a program is started in several processes on this machine.
struct RankLaunch {
    int ranks = 2;
    std::vector<std::string> command{}; ///< the program and its arguments
    /// Asks all ranks to end, which they do with a checkpoint: they get SIGUSR2.
    std::stop_token stop{};
};

/// Starts it with Open MPI's `mpirun`, and waits for all to end; returns the exit code of the first rank that ended with one, or 0.
/// Throws `cluster.mpirun` if that is not installed, and `cluster.root` or `cluster.slots` for what it would refuse: to run as
/// root, and more ranks than cores.
int launchRanks(const RankLaunch& launch);

/// Tells the process that launched this one, if one did, how it ends.
void noteEnd(int code);

} // namespace netsmith::cluster
