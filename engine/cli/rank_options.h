#pragma once

#include "engine/cli/command_line.h"
#include "engine/cluster/cluster.h"
#include "engine/train/train_options.h"

namespace netsmith::cli {

/// How a training is shared by several processes.
struct RankOptions {
    int ranks = 1; ///< to start here
    bool distributed = false; ///< this process is one of those that a launcher started
    int restarts = 0; ///< after a rank was lost
    double patience = 20.0; ///< seconds
};

/// Adds --ranks, --distributed, --restarts and --rank-timeout.
void addRankOptions(CLI::App& command, RankOptions& options);

/// What a command line says of the run.
struct RankRun {
    std::string project;
    std::string folder; ///< of a new one, if it was named
    std::string resume; ///< a run or a checkpoint, if it is resumed
};
/// Runs the program's own command line in several processes; returns the exit code. With restarts a run whose rank was lost goes on
/// from its last checkpoint.
int runOnRanks(CommandLine& line, const RankOptions& options, const RankRun& run);

/// This process's part of a training in several: what the first rank's trainer says, or nothing on the others, which follow it.
/// `project` and what it is trained on are read on each. Throws what `agree` and the training say, having told the other ranks.
std::optional<train::DoneEvent> trainAsRank(Console& console, cluster::Cluster& cluster, const std::function<Project()>& project,
                                            const std::function<train::TrainOptions(const Project&)>& told);

} // namespace netsmith::cli
