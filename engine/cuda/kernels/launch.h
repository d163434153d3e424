#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/cuda/kernels/launch_check.h"
#include "engine/cuda/kernels/team.h"

#include <algorithm>
#include <cstdint>

#ifndef __CUDACC__
#include <thread>
#include <vector>
#endif

namespace netsmith::cuda::kernels {

/// Threads of a team unless a kernel says otherwise; on the host `hostTeam`.
inline constexpr int usualTeam = 256;

#ifdef __CUDACC__

template <class Body>
__global__ void eachKernel(std::int64_t count, Body body)
{
    const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        body(i);
}

template <class Body>
__global__ void teamKernel(std::int64_t teams, Body body)
{
    extern __shared__ double sharedOfTeam[];
    const Team team(sharedOfTeam);
    for (std::int64_t index = blockIdx.x; index < teams; index += gridDim.x)
        body(team, index);
}

/// `body(i)` for every i < count, in no order.
template <class Body>
void launchEach(Stream& stream, std::int64_t count, const Body& body)
{
    constexpr int threads = 256;
    constexpr std::int64_t mostBlocks = 1 << 16;
    if (count < 1)
        return;
    const auto blocks = static_cast<unsigned>(std::min((count + threads - 1) / threads, mostBlocks));
    eachKernel<<<blocks, threads, 0, static_cast<cudaStream_t>(stream.native())>>>(count, body);
    checkLaunch();
}

/// `body(team, index)` for every index < teams, by teams of `size` threads with `sharedPerThread` bytes of shared memory each.
template <class Body>
void launchTeams(Stream& stream, std::int64_t teams, std::size_t sharedPerThread, const Body& body, int size = usualTeam)
{
    constexpr std::int64_t mostBlocks = 1 << 16;
    if (teams < 1)
        return;
    const auto blocks = static_cast<unsigned>(std::min(teams, mostBlocks));
    teamKernel<<<blocks, static_cast<unsigned>(size), sharedPerThread* static_cast<std::size_t>(size),
                 static_cast<cudaStream_t>(stream.native())>>>(teams, body);
    checkLaunch();
}

#else

/// How many threads a team has on the host: tests try several.
inline int hostTeam = 1;

template <class Body>
void launchEach(Stream&, std::int64_t count, const Body& body)
{
    for (std::int64_t i = 0; i < count; ++i)
        body(i);
}

template <class Body>
void launchTeams(Stream&, std::int64_t teams, std::size_t sharedPerThread, const Body& body, int = usualTeam)
{
    std::vector<double> shared(sharedPerThread * static_cast<std::size_t>(hostTeam) / sizeof(double) + 1);
    std::barrier<> barrier(hostTeam);
    const auto work = [&](int rank) {
        const Team team(shared.data(), rank, hostTeam, &barrier);
        for (std::int64_t index = 0; index < teams; ++index) {
            body(team, index);
            team.sync();
        }
    };
    std::vector<std::jthread> others;
    for (int rank = 1; rank < hostTeam; ++rank)
        others.emplace_back(work, rank);
    work(0);
}

#endif

} // namespace netsmith::cuda::kernels
