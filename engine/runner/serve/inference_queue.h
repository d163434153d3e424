#pragma once

#include "engine/runner/packed_network.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <thread>

namespace netsmith::runner {

/// Puts requests that wait at the same time into one batch: while one is computed, the next ones gather, so that nobody waits for
/// a batch to fill.
class InferenceQueue {
public:
    /// `single` computes one sample at a time and `many` a batch; both outlive the queue. `computed(requests, samples)` is called
    /// after each batch, on the queue's thread.
    InferenceQueue(PackedNetwork& single, PackedNetwork& many, std::function<void(std::int64_t, std::int64_t)> computed);
    /// Answers what still waits.
    ~InferenceQueue();
    InferenceQueue(const InferenceQueue&) = delete;
    InferenceQueue& operator=(const InferenceQueue&) = delete;

    /// See `NetworkPrediction::predict`, which an error of one request does not keep from answering the others. Returns when it is
    /// done.
    std::vector<std::vector<float>> predict(std::span<const data::Field> samples);
    /// How many requests wait or are computed.
    std::int64_t waiting() const;

private:
    struct Request;

    void work();
    void answer(std::span<Request* const> requests, std::int64_t samples);

    PackedNetwork& m_single;
    PackedNetwork& m_many;
    std::function<void(std::int64_t, std::int64_t)> m_computed;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Request*> m_requests; ///< each belongs to the thread that waits for it
    std::int64_t m_taken = 0;
    bool m_ends = false;
    std::thread m_worker; ///< the only one that computes: the last member, so that it sees the others complete
};

} // namespace netsmith::runner
