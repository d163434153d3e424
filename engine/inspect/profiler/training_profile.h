#pragma once

#include "engine/inspect/measured_peaks.h"

#include <array>

namespace netsmith::inspect {

/// The part of a training step that a kernel belongs to.
enum class StepPart {
    data, ///< samples gathered and transformed
    forward,
    backward,
    update, ///< of the weights, and the bookkeeping
};
inline constexpr std::array stepParts{StepPart::data, StepPart::forward, StepPart::backward, StepPart::update};
/// "forward", as in JSON.
std::string_view idOf(StepPart part);
/// "Forward".
Message titleOf(StepPart part);

/// A kernel of a training step. Times are in seconds.
struct ProfiledKernel {
    std::string op{}; ///< "conv2d_backward_weights"
    std::string implementation{}; ///< "jit:avx512_core"; "view": nothing runs
    std::vector<std::string> origin{}; ///< the layers it came from: several if they were fused
    StepPart part{};
    int runs = 1; ///< in a step: more than one if several batches make it
    double seconds = 0.0; ///< of one run, the median
    double flops = 0.0; ///< of one run
    double bytes = 0.0; ///< read and written by one run
    double start = 0.0; ///< in the step that is shown as a timeline, since it began
    double shown = 0.0; ///< its time there

    const std::string& layer() const;
    double total() const { return seconds * runs; }
    /// FLOP/s and bytes a second; 0 if it took no time.
    double rate() const { return seconds > 0.0 ? flops / seconds : 0.0; }
    double traffic() const { return seconds > 0.0 ? bytes / seconds : 0.0; }
};

/// Memory that is needed from one kernel of the step to another, both included; see `ArenaBuffer`.
struct StepBuffer {
    std::string name{}; ///< of the tensor; may be empty
    std::string op{}; ///< that writes it first
    std::string layer{}; ///< empty: none
    bool isWorkspace = false;
    std::size_t first = 0; ///< among the profile's kernels
    std::size_t last = 0;
    std::int64_t bytes = 0;
};

/// Where the time and the memory of a training step go.
struct TrainingProfile {
    std::string device{}; ///< "cpu"
    std::string deviceName{};
    std::string precision{};
    std::int64_t batch = 0; ///< samples of a batch
    int accumulate = 1; ///< batches of a step
    int threads = 0; ///< of the processor
    bool fused = true;
    std::int64_t samples = 0; ///< of an epoch's training
    int steps = 0; ///< that were timed kernel by kernel
    double reading = 0.0; ///< seconds for reading the data set, before the first step
    double step = 0.0; ///< seconds of a step as training takes it: many a launch
    double timed = 0.0; ///< seconds of a step kernel by kernel, what measuring costs included
    double staging = 0.0; ///< the part of `step` that loads samples which don't lie ready; the median
    std::int64_t samplesAtOnce = 0; ///< that are loaded at a time; 0: all of them lie ready
    bool wholeFits = false; ///< where they are loaded in parts: all of them would fit into the device's memory
    bool decodes = false; ///< the set is decoded whenever it is read, although what was decoded could be kept
    std::int64_t epochs = 0; ///< of the training, which reads the set once
    DeviceLimits limits{}; ///< as measured, or what the fastest kernel reached
    MemoryUse memory{};
    std::vector<ProfiledKernel> kernels{}; ///< in the order in which they run, each once
    std::vector<StepBuffer> buffers{}; ///< in the order of first use; empty where nothing shares its memory

    /// Of the kernels and the staging in a step.
    double sum() const;
    /// Seconds of an epoch's training.
    double epoch() const { return step * static_cast<double>(samples) / static_cast<double>(batch * accumulate); }
    /// An epoch's part of reading the set, where that decodes it again; else 0.
    double decoding() const { return decodes && epochs > 0 ? reading / static_cast<double>(epochs) : 0.0; }
};

/// A layer's part of a step.
struct LayerShare {
    std::string layer{}; ///< empty: what belongs to none
    double forward = 0.0; ///< seconds a step
    double backward = 0.0;
    double other = 0.0; ///< data, update
    double flops = 0.0; ///< a step
    double bytes = 0.0;

    double seconds() const { return forward + backward + other; }
    double rate() const { return seconds() > 0.0 ? flops / seconds() : 0.0; }
    /// FLOPs a byte; 0 without bytes.
    double intensity() const { return bytes > 0.0 ? flops / bytes : 0.0; }
};
/// The layers in the order in which they first run, what belongs to none at the end. What was fused counts for the first of them.
std::vector<LayerShare> layersOf(const TrainingProfile& profile);

/// The FLOP/s that a device can reach at this many FLOPs a byte, as far as its limits are known; 0: nothing is known.
double roofAt(const DeviceLimits& limits, double intensity);

/// The bytes of activations and workspaces alive while each kernel runs.
std::vector<std::int64_t> liveBytes(const TrainingProfile& profile);
/// The buffers that are alive at the kernel where these are most, the largest first.
std::vector<StepBuffer> buffersAtPeak(const TrainingProfile& profile);

} // namespace netsmith::inspect
