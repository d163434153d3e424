#include "engine/cuda/device/timing.h"

#include "engine/cuda/device/check.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <limits>

namespace netsmith::cuda {
namespace {

constexpr int launches = 5;
constexpr int mostRepeats = 10; ///< in a launch
constexpr int mostKernels = 4096; ///< in one recording: long sequences have thousands, and a recording takes memory for each

struct Event {
    cudaEvent_t event = nullptr;

    Event() { check(cudaEventCreate(&event), "measuring the time"); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { (void)cudaEventDestroy(event); }
};

} // namespace

double millisecondsOf(Stream& stream, const std::function<void()>& work)
{
    const auto native = static_cast<cudaStream_t>(stream.native());
    const Event begin;
    const Event end;
    float shortest = std::numeric_limits<float>::max();
    work();
    const int repeats = std::clamp(mostKernels / std::max(Recording(stream, work).size(), 1), 1, mostRepeats);
    const Recording recording(stream, [&] {
        for (int i = 0; i < repeats; ++i)
            work();
    });
    for (int i = 0; i < launches; ++i) {
        check(cudaEventRecord(begin.event, native), "measuring the time");
        recording.launch(stream);
        check(cudaEventRecord(end.event, native), "measuring the time");
        check(cudaEventSynchronize(end.event), "computing");
        float milliseconds = 0.0f;
        check(cudaEventElapsedTime(&milliseconds, begin.event, end.event), "measuring the time");
        shortest = std::min(shortest, milliseconds);
    }
    return static_cast<double>(shortest) / repeats;
}

} // namespace netsmith::cuda
