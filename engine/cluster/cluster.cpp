#include "engine/cluster/cluster.h"

#include "engine/backend/loader.h"
#include "engine/cluster/launcher.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace netsmith::cluster {
namespace {

/// A rank's facts as bytes of one length.
struct SentFacts {
    std::array<char, 64> build{}, project{}, data{};
    std::array<char, 1024> dataWords{}, problem{};
    std::int32_t kind = 0; ///< of the problem: an `ErrorKind`; 0: there is none
};

template <std::size_t size>
void put(std::array<char, size>& to, std::string_view text)
{
    text = text.substr(0, size - 1);
    std::ranges::copy(text, to.begin());
}

template <std::size_t size>
std::string_view textOf(const std::array<char, size>& from)
{
    return from.data();
}

} // namespace

std::unique_ptr<Cluster> joinCluster(const ClusterOptions& options)
{
    const std::filesystem::path path = moduleFolder() / "netsmith_mpi.so";
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("cluster.none",
                               "this build of Netsmith can't train in several processes: there is no {0}; install libopenmpi-dev "
                               "and openmpi-bin and build again"),
                    path.string());
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL); // MPI loads parts of its own that use its symbols
    if (!library)
        throw Error(ErrorKind::failed, NS_MESSAGE("cluster.load", "MPI can't be loaded: {0}"), dlerror());
    const auto* const module = static_cast<const ClusterModule*>(dlsym(library, "netsmithCluster"));
    if (!module || std::string_view(module->buildId) != buildId())
        throw Error(ErrorKind::failed, NS_MESSAGE("cluster.module", "{0} belongs to another build of Netsmith; reinstall both"),
                    path.string());
    // Where MPI can't set up its memory, or another process died before it came so far, it waits for ever.
    std::mutex mutex;
    std::condition_variable_any joined;
    const std::jthread watch([&](const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        if (joined.wait_for(lock, stop, 3 * options.patience, [] { return false; }) || stop.stop_requested())
            return;
        const Error error(ErrorKind::failed,
                          NS_MESSAGE("cluster.late", "the other processes could not be reached within {0} s; see what MPI says"),
                          3 * options.patience.count() / 1000);
        std::fprintf(stderr, "error: %s\n", error.what());
        noteEnd(static_cast<int>(error.kind()));
        ::_exit(static_cast<int>(error.kind()));
    });
    return module->join(options).take();
}

Message rankName(const Cluster& cluster, int rank)
{
    return Message(NS_MESSAGE("cluster.rank_name", "rank {0} on {1}"), rank, cluster.host(rank));
}

void agree(Cluster& cluster, const RankFacts& own, const std::optional<Error>& problem)
{
    SentFacts sent;
    put(sent.build, own.build);
    put(sent.project, own.project);
    put(sent.data, own.data);
    put(sent.dataWords, own.dataWords);
    if (problem) {
        sent.kind = static_cast<std::int32_t>(problem->kind());
        put(sent.problem, problem->what());
    }
    std::vector<SentFacts> all(static_cast<std::size_t>(cluster.ranks().size()));
    cluster.ranks().allGather(std::as_bytes(std::span(&sent, 1)), std::as_writable_bytes(std::span(all))).take();

    const auto refuse = [&](std::size_t rank, MessageTemplate sentence) {
        throw Error(ErrorKind::input, sentence, rankName(cluster, static_cast<int>(rank)), rankName(cluster, 0));
    };
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        if (all[rank].kind != 0)
            throw Error(static_cast<ErrorKind>(all[rank].kind), NS_MESSAGE("cluster.rank", "{0}: {1}"),
                        rankName(cluster, static_cast<int>(rank)), std::string(textOf(all[rank].problem)));
        if (textOf(all[rank].build) != textOf(all[0].build))
            refuse(rank,
                   NS_MESSAGE("cluster.build", "{0} runs another build of Netsmith than {1}; install the same on all machines"));
        if (textOf(all[rank].project) != textOf(all[0].project))
            refuse(rank, NS_MESSAGE("cluster.project", "{0} has another project than {1}; copy the file to all machines"));
        if (textOf(all[rank].data) != textOf(all[0].data))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("cluster.data", "{0} has other data than {1}: {2}; copy the set to all machines"),
                        rankName(cluster, static_cast<int>(rank)), rankName(cluster, 0), std::string(textOf(all[rank].dataWords)));
    }
}

} // namespace netsmith::cluster
