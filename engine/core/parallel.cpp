#include "engine/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <immintrin.h>
#include <sched.h>
#include <thread>
#include <vector>

namespace netsmith {
namespace {

std::atomic<int> requestedThreads{0};

int availableCores()
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return std::max(1, CPU_COUNT(&set));
    return std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

int threadCount()
{
    static const int cores = availableCores();
    const int requested = requestedThreads.load(std::memory_order_relaxed);
    return requested > 0 ? requested : cores;
}

void setThreadCount(int count)
{
    requestedThreads.store(std::max(0, count), std::memory_order_relaxed);
}

void flushDenormals()
{
    _mm_setcsr(_mm_getcsr() | 0x8040); // flush-to-zero and denormals-are-zero
}

void parallelFor(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t, std::int64_t)>& body)
{
    const auto threads = static_cast<int>(std::min<std::int64_t>(threadCount(), count / std::max<std::int64_t>(grain, 1)));
    if (threads < 2) {
        flushDenormals();
        if (count > 0)
            body(0, count);
        return;
    }
    const auto range = [&](int i) {
        flushDenormals();
        body(count * i / threads, count * (i + 1) / threads);
    };
#ifdef _OPENMP
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int i = 0; i < threads; ++i)
        range(i);
#else
    std::vector<std::jthread> pool;
    for (int i = 1; i < threads; ++i)
        pool.emplace_back(range, i);
    range(0);
#endif
}

} // namespace netsmith
