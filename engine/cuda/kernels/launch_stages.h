#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/launch_check.h"
#include "engine/cuda/kernels/thread_block.h"

#include <cstdint>
#include <vector>

namespace netsmith::cuda::kernels {

/// One launch that runs in stages: a block starts a stage when all blocks of its group have finished the one before. All blocks are
/// on the device at once, each with shared memory that lasts from stage to stage.
struct StagedLaunch {
    int groups = 1;
    int members = 1; ///< blocks of a group
    int threads = usualBlockSize; ///< of a block; on the host `hostBlockSize`
    std::int64_t stages = 1;
    std::int64_t sharedBytes = 0; ///< of a block
};

/// Where a block is in a `StagedLaunch`.
struct StagePlace {
    int group;
    int member;
    std::int64_t stage;
};

/// What the groups' counters take, in 4 bytes each: a cache line a group.
constexpr std::int64_t stageCounters(int groups)
{
    return std::int64_t{32} * groups;
}

#ifdef __CUDACC__

/// Waits until a group's blocks have come here `times` times, all together; what they wrote before can then be read.
__device__ inline void meet(unsigned* counter, unsigned times)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(counter) : "memory");
        for (unsigned arrived = 0; arrived < times;)
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(arrived) : "l"(counter) : "memory");
    }
    __syncthreads();
}

template <class Body>
__global__ void stagedKernel(StagedLaunch launch, unsigned* counters, Body body)
{
    extern __shared__ double sharedOfBlock[];
    const ThreadBlock block(sharedOfBlock);
    const int index = static_cast<int>(blockIdx.x);
    StagePlace place{index / launch.members, index % launch.members, 0};
    for (; place.stage < launch.stages; ++place.stage) {
        if (place.stage > 0)
            meet(counters + stageCounters(place.group), static_cast<unsigned>(place.stage * launch.members));
        body(block, place);
    }
}

/// `body(block, place)` for every block and stage. `counters` has room for `stageCounters(groups)`.
template <class Body>
void launchStages(Stream& stream, const StagedLaunch& launch, void* counters, const Body& body)
{
    stream.zero(counters, stageCounters(launch.groups) * std::int64_t{sizeof(unsigned)});
    const auto kernel = stagedKernel<Body>;
    // Only a cooperative launch is sure to have all its blocks on the device at once.
    cudaLaunchAttribute together{};
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = static_cast<unsigned>(launch.groups * launch.members);
    config.blockDim = static_cast<unsigned>(launch.threads);
    config.dynamicSmemBytes = static_cast<std::size_t>(launch.sharedBytes);
    config.stream = static_cast<cudaStream_t>(stream.native());
    config.attrs = &together;
    config.numAttrs = 1;
    if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(launch.sharedBytes))
        == cudaSuccess)
        (void)cudaLaunchKernelEx(&config, kernel, launch, static_cast<unsigned*>(counters), body);
    checkLaunch();
}

#else

template <class Body>
void launchStages(Stream&, const StagedLaunch& launch, void*, const Body& body)
{
    const int blocks = launch.groups * launch.members;
    const auto doubles = static_cast<std::size_t>(launch.sharedBytes) / sizeof(double) + 1;
    std::vector<std::vector<double>> shared(static_cast<std::size_t>(blocks), std::vector<double>(doubles));
    onHostThreads([&](int rank, std::barrier<>& barrier) {
        StagePlace place{};
        for (; place.stage < launch.stages; ++place.stage)
            for (int index = 0; index < blocks; ++index) {
                place.group = index / launch.members;
                place.member = index % launch.members;
                const ThreadBlock block(shared[static_cast<std::size_t>(index)].data(), rank, hostBlockSize, &barrier);
                body(block, place);
                block.sync();
            }
    });
}

#endif

} // namespace netsmith::cuda::kernels
