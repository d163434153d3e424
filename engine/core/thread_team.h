#pragma once

#include <atomic>
#include <functional>

namespace netsmith {

/// Threads that run one function side by side and wait for each other within it, which costs less than a loop for each part.
class ThreadTeam {
public:
    int size() const { return m_size.load(std::memory_order_relaxed); }
    /// Returns when all have called it as often; they then see everything that the others wrote before.
    void wait() noexcept;

private:
    friend struct TeamCall;

    std::atomic<int> m_size{1};
    std::atomic<int> m_arrived{0};
    std::atomic<unsigned> m_round{0};
};

/// Calls `body(member, team)` on up to `most` threads, those of the parallel loops, with members counted from 0; on fewer if the
/// system has no more. Denormals are flushed inside. `body` must not throw.
void runTeam(int most, const std::function<void(int member, ThreadTeam& team)>& body);

} // namespace netsmith
