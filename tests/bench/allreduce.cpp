// What adding up gradients costs between ranks, beside MPI's own sum in the same launch:
//
//   mpirun -n 2 netsmith_allreduce [MEGABYTES [ROUNDS]]
//
// Prints the medians of the first rank, in milliseconds, the two taking turns.
#include "engine/cluster/cluster.h"
#include "engine/train/trainer/launch_pacer.h"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace netsmith;

namespace {

double median(std::vector<double> seconds)
{
    std::ranges::nth_element(seconds, seconds.begin() + std::ssize(seconds) / 2);
    return seconds[seconds.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    const double megabytes = argc > 1 ? std::atof(argv[1]) : 100.0;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 11;
    const auto cluster = cluster::joinCluster();
    Communicator& ranks = cluster->ranks();
    std::vector<float> numbers(static_cast<std::size_t>(megabytes * 1e6 / sizeof(float)), 1e-3f);
    const std::function<void()> ways[] = {
        [&] { ranks.allReduce(std::span(numbers)).take(); },
        [&] { MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }};
    std::vector<double> seconds[2];
    for (int round = -1; round < rounds; ++round) // the first touches the memory
        for (int way = 0; way < 2; ++way) {
            std::byte ready{};
            ranks.broadcast(std::span(&ready, 1), 0).take();
            const train::Stopwatch watch;
            ways[way]();
            if (round >= 0)
                seconds[way].push_back(watch.seconds());
            std::ranges::fill(numbers, 1e-3f);
        }
    if (ranks.rank() == 0) {
        const double own = median(seconds[0]), bare = median(seconds[1]);
        std::printf("%.1f MB on %d ranks: %.3f ms, MPI_Allreduce %.3f ms, %.2fx\n", megabytes, ranks.size(), 1e3 * own, 1e3 * bare,
                    own / bare);
    }
    cluster->finish();
    return 0;
}
