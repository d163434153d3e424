#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace netsmith::runner {

/// What a server has done, in Prometheus's text format (version 0.0.4); any thread may count.
class Metrics {
public:
    /// An answered request to infer: how long it took, and whether the answer is an error.
    void answered(double seconds, bool failed);
    /// A batch that was computed.
    void computed(std::int64_t requests, std::int64_t samples);

    /// `waiting`: requests in the queue now.
    std::string text(const std::string& model, std::int64_t waiting) const;

private:
    /// Upper bounds of the histogram of seconds.
    static constexpr std::array bounds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0};

    std::array<std::atomic<std::int64_t>, bounds.size() + 1> m_durations{};
    std::atomic<double> m_seconds = 0.0;
    std::atomic<std::int64_t> m_succeeded = 0;
    std::atomic<std::int64_t> m_failed = 0;
    std::atomic<std::int64_t> m_batches = 0;
    std::atomic<std::int64_t> m_batched = 0; ///< requests
    std::atomic<std::int64_t> m_samples = 0;
};

} // namespace netsmith::runner
