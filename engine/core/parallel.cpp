#include "engine/core/parallel.h"
#include "engine/core/thread_team.h"

#include <algorithm>
#include <atomic>
#include <dlfcn.h>
#include <immintrin.h>
#include <sched.h>
#include <thread>
#include <vector>

namespace netsmith {

/// A team that runs a function.
struct TeamCall {
    int most;
    const std::function<void(int, ThreadTeam&)>& body;
    ThreadTeam team{};

    void run(int member, int size)
    {
        flushDenormals();
        team.m_size.store(size, std::memory_order_relaxed); // all store the same
        body(member, team);
    }
};

void ThreadTeam::wait() noexcept
{
    constexpr int spins = 4000; // some tens of microseconds; then another program may have the core
    const unsigned round = m_round.load(std::memory_order_acquire);
    if (m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == size()) {
        m_arrived.store(0, std::memory_order_relaxed);
        m_round.store(round + 1, std::memory_order_release);
        return;
    }
    for (int i = 0; m_round.load(std::memory_order_acquire) == round; ++i)
        if (i < spins)
            _mm_pause();
        else
            std::this_thread::yield();
}

namespace {

std::atomic<int> requestedThreads{0};

int availableCores()
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return std::max(1, CPU_COUNT(&set));
    return std::max(1u, std::thread::hardware_concurrency());
}

/// A loop split into as many ranges as threads; a plain value, because a training step allocates nothing.
struct SplitLoop {
    std::int64_t count;
    int threads;
    const std::function<void(std::int64_t, std::int64_t)>& body;

    void run(int i) const
    {
        flushDenormals();
        body(count * i / threads, count * (i + 1) / threads);
    }
};

void runOnNewThreads(const SplitLoop& loop)
{
    std::vector<std::jthread> pool;
    for (int i = 1; i < loop.threads; ++i)
        pool.emplace_back([&loop, i] { loop.run(i); });
    loop.run(0);
}

void runOnNewThreads(TeamCall& call)
{
    std::vector<std::jthread> pool;
    for (int i = 1; i < call.most; ++i)
        pool.emplace_back([&call, i] { call.run(i, call.most); });
    call.run(0, call.most);
}

#ifdef NETSMITH_OPENMP
/// GNU OpenMP, on whose threads oneDNN's loops run too, through the functions that a compiler calls for a parallel loop. It is
/// loaded with the first loop and not with the program, because it reads how long its threads should spin only when it is loaded.
class OpenMp {
public:
    static const OpenMp& instance()
    {
        static const OpenMp openMp;
        return openMp;
    }

    void run(const SplitLoop& loop) const
    {
        if (!m_run || !m_number || !m_count) {
            runOnNewThreads(loop);
            return;
        }
        Call call{*this, loop};
        m_run(&OpenMp::share, &call, static_cast<unsigned>(loop.threads), 0);
    }

    void run(TeamCall& call) const
    {
        if (!m_run || !m_number || !m_count) {
            runOnNewThreads(call);
            return;
        }
        OneOf one{*this, call};
        m_run(&OpenMp::join, &one, static_cast<unsigned>(call.most), 0);
    }

private:
    struct Call {
        const OpenMp& openMp;
        const SplitLoop& loop;
    };
    struct OneOf {
        const OpenMp& openMp;
        TeamCall& call;
    };

    OpenMp()
    {
        void* library = ::dlopen("libgomp.so.1", RTLD_NOW);
        if (!library)
            return;
        m_run = reinterpret_cast<decltype(m_run)>(::dlsym(library, "GOMP_parallel"));
        m_number = reinterpret_cast<decltype(m_number)>(::dlsym(library, "omp_get_thread_num"));
        m_count = reinterpret_cast<decltype(m_count)>(::dlsym(library, "omp_get_num_threads"));
    }

    static void share(void* data)
    {
        const Call& call = *static_cast<const Call*>(data);
        for (int i = call.openMp.m_number(), count = call.openMp.m_count(); i < call.loop.threads; i += count)
            call.loop.run(i);
    }

    static void join(void* data)
    {
        const OneOf& one = *static_cast<const OneOf*>(data);
        one.call.run(one.openMp.m_number(), one.openMp.m_count());
    }

    void (*m_run)(void (*)(void*), void*, unsigned, unsigned) = nullptr;
    int (*m_number)() = nullptr;
    int (*m_count)() = nullptr; ///< that run this loop: fewer than requested if the system has no more
};
#endif

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
    const SplitLoop loop{count, threads, body};
#ifdef NETSMITH_OPENMP
    OpenMp::instance().run(loop);
#else
    runOnNewThreads(loop);
#endif
}

void runTeam(int most, const std::function<void(int member, ThreadTeam& team)>& body)
{
    TeamCall call{std::max(1, std::min(most, threadCount())), body};
    if (call.most == 1)
        return call.run(0, 1);
#ifdef NETSMITH_OPENMP
    OpenMp::instance().run(call);
#else
    runOnNewThreads(call);
#endif
}

} // namespace netsmith
