#pragma once

#include "engine/backend/communicator.h"
#include "engine/core/error.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// Several processes, on one machine or many, that a launcher such as `mpirun` or Slurm's `srun` has started together.
namespace netsmith::cluster {

/// The processes of which this is one, each a rank.
class Cluster {
public:
    virtual ~Cluster() = default;

    virtual Communicator& ranks() = 0;
    /// The name of the machine that a rank runs on.
    virtual const std::string& host(int rank) const = 0;
    /// How many of the ranks share this machine.
    virtual int ranksHere() const = 0;
    /// All ranks have come to a good end: each calls it last, and waits for the others. Without it the process must just exit.
    virtual void finish() = 0;
};

struct ClusterOptions {
    /// After how long without a sign of life a rank counts as lost. Ranks give signs however long they compute.
    std::chrono::milliseconds patience = std::chrono::seconds(20);
    /// Once it is requested, as where a launcher ends all because one was lost, the patience is a quarter of that.
    std::stop_token stop{};
};

/// What the module's one exported function, `netsmithCluster`, gives; `buildId` must be the engine's.
struct ClusterModule {
    const char* buildId;
    Expected<std::unique_ptr<Cluster>> (*join)(const ClusterOptions& options);
};

/// Joins the ranks that were started together; once in a process, before it computes. Nothing of MPI is loaded before. Throws
/// `cluster.none` if this build or machine has no MPI, and what that says.
std::unique_ptr<Cluster> joinCluster(const ClusterOptions& options = {});

/// "rank 1 on node7".
Message rankName(const Cluster& cluster, int rank);

/// What must be equal in all ranks.
struct RankFacts {
    std::string build; ///< see `buildId`
    std::string project; ///< a hash of it
    std::string data; ///< a hash of what it is trained on
    std::string dataWords{}; ///< what that is; it may differ
};

/// The ranks compare what they are about to do. Call it on every one, with what went wrong there, if anything did. Throws
/// `cluster.rank` on all if one of them reports an error, and `cluster.build`, `cluster.project` or `cluster.data` if one differs
/// from the first; the sentence names the rank and its host.
void agree(Cluster& cluster, const RankFacts& own, const std::optional<Error>& problem);

} // namespace netsmith::cluster
