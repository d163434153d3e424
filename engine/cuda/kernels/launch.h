#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/cuda/kernels/launch_check.h"
#include "engine/cuda/kernels/thread_block.h"

#include <algorithm>
#include <cstdint>

#ifndef __CUDACC__
#include <thread>
#include <vector>
#endif

namespace netsmith::cuda::kernels {

/// Threads per block unless a kernel specifies otherwise; on the host `hostBlockSize`.
inline constexpr int usualBlockSize = 256;

#ifdef __CUDACC__

template <class Body>
__global__ void eachKernel(std::int64_t count, Body body)
{
    const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        body(i);
}

template <class Body>
__global__ void blockKernel(std::int64_t count, Body body)
{
    extern __shared__ double sharedOfBlock[];
    const ThreadBlock block(sharedOfBlock);
    for (std::int64_t index = blockIdx.x; index < count; index += gridDim.x)
        body(block, index);
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

/// `body(block, index)` for every index < count, by blocks of `size` threads with `sharedPerThread` bytes of shared memory each.
template <class Body>
void launchBlocks(Stream& stream, std::int64_t count, std::size_t sharedPerThread, const Body& body, int size = usualBlockSize)
{
    constexpr std::int64_t mostBlocks = 1 << 16;
    if (count < 1)
        return;
    const auto blocks = static_cast<unsigned>(std::min(count, mostBlocks));
    blockKernel<<<blocks, static_cast<unsigned>(size), sharedPerThread* static_cast<std::size_t>(size),
                  static_cast<cudaStream_t>(stream.native())>>>(count, body);
    checkLaunch();
}

#else

/// How many threads a block has on the host: tests try several.
inline int hostBlockSize = 1;

/// `work(rank, barrier)` by each thread of a block.
template <class Work>
void onHostThreads(const Work& work)
{
    std::barrier<> barrier(hostBlockSize);
    std::vector<std::jthread> others;
    for (int rank = 1; rank < hostBlockSize; ++rank)
        others.emplace_back([&, rank] { work(rank, barrier); });
    work(0, barrier);
}

template <class Body>
void launchEach(Stream&, std::int64_t count, const Body& body)
{
    for (std::int64_t i = 0; i < count; ++i)
        body(i);
}

template <class Body>
void launchBlocks(Stream&, std::int64_t count, std::size_t sharedPerThread, const Body& body, int = usualBlockSize)
{
    std::vector<double> shared(sharedPerThread * static_cast<std::size_t>(hostBlockSize) / sizeof(double) + 1);
    onHostThreads([&](int rank, std::barrier<>& barrier) {
        const ThreadBlock block(shared.data(), rank, hostBlockSize, &barrier);
        for (std::int64_t index = 0; index < count; ++index) {
            body(block, index);
            block.sync();
        }
    });
}

#endif

} // namespace netsmith::cuda::kernels
