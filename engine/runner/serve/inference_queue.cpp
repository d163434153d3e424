#include "engine/runner/serve/inference_queue.h"

#include <cstring>
#include <future>

namespace netsmith::runner {

struct InferenceQueue::Request {
    std::span<const data::Field> samples;
    std::promise<std::vector<std::vector<float>>> answer{};

    std::int64_t count() const { return samples.empty() ? 0 : samples.front().count; }
};

namespace {

/// The same input's samples of several requests, one after the other.
data::Field joined(std::span<const data::Field* const> parts, std::int64_t samples)
{
    data::NewField all = data::makeField(parts.front()->spec, samples);
    std::byte* out = all.bytes;
    for (const data::Field* part : parts) {
        const std::span<const std::byte> bytes = part->all();
        std::memcpy(out, bytes.data(), bytes.size());
        out += bytes.size();
    }
    return std::move(all.field);
}

} // namespace

InferenceQueue::InferenceQueue(PackedNetwork& single, PackedNetwork& many, std::function<void(std::int64_t, std::int64_t)> computed)
    : m_single(single)
    , m_many(many)
    , m_computed(std::move(computed))
    , m_worker([this] { work(); })
{
}

InferenceQueue::~InferenceQueue()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ends = true;
    }
    m_changed.notify_all();
    m_worker.join();
}

std::vector<std::vector<float>> InferenceQueue::predict(std::span<const data::Field> samples)
{
    Request request{samples};
    std::future<std::vector<std::vector<float>>> answer = request.answer.get_future();
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(&request);
    }
    m_changed.notify_one();
    return answer.get();
}

std::int64_t InferenceQueue::waiting() const
{
    const std::lock_guard lock(m_mutex);
    return std::ssize(m_requests) + m_taken;
}

void InferenceQueue::work()
{
    for (;;) {
        std::vector<Request*> taken;
        std::int64_t samples = 0;
        {
            std::unique_lock lock(m_mutex);
            m_taken = 0;
            m_changed.wait(lock, [this] { return m_ends || !m_requests.empty(); });
            if (m_requests.empty())
                return;
            while (!m_requests.empty() && (taken.empty() || samples + m_requests.front()->count() <= m_many.batch())) {
                taken.push_back(m_requests.front());
                samples += taken.back()->count();
                m_requests.pop_front();
            }
            m_taken = std::ssize(taken);
        }
        answer(taken, samples);
    }
}

void InferenceQueue::answer(std::span<Request* const> requests, std::int64_t samples)
{
    const auto alone = [&](Request& request) {
        try {
            PackedNetwork& network = request.count() > 1 ? m_many : m_single;
            request.answer.set_value(network.predict(request.samples, request.count()));
        } catch (...) {
            request.answer.set_exception(std::current_exception());
        }
    };
    m_computed(std::ssize(requests), samples);
    if (requests.size() == 1)
        return alone(*requests.front());
    std::vector<std::vector<float>> outputs;
    try {
        std::vector<data::Field> all;
        for (std::size_t input = 0; input < requests.front()->samples.size(); ++input) {
            std::vector<const data::Field*> parts;
            for (const Request* request : requests)
                parts.push_back(&request->samples[input]);
            all.push_back(joined(parts, samples));
        }
        outputs = m_many.predict(all, samples);
    } catch (const std::exception&) { // of one of them, which is not known
        for (Request* request : requests)
            alone(*request);
        return;
    }
    std::int64_t first = 0;
    for (Request* request : requests) {
        std::vector<std::vector<float>> own;
        for (const std::vector<float>& output : outputs) {
            const auto size = static_cast<std::int64_t>(output.size()) / samples;
            own.emplace_back(output.begin() + first * size, output.begin() + (first + request->count()) * size);
        }
        first += request->count();
        request->answer.set_value(std::move(own)); // whose thread ends its life
    }
}

} // namespace netsmith::runner
