#pragma once

#include "engine/core/expected.h"
#include "engine/ops/control.h"
#include "engine/plan/logical_plan.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace netsmith {

class Communicator;

/// Exact bytes by class.
struct MemoryUse {
    std::int64_t weights = 0;
    std::int64_t gradients = 0;
    std::int64_t optimizer = 0;
    std::int64_t activations = 0;
    std::int64_t workspace = 0; ///< of the kernels and libraries, staging and control included
    std::int64_t data = 0; ///< the data set's fields

    std::int64_t total() const { return weights + gradients + optimizer + activations + workspace + data; }
};

/// A field of a data set or an order of samples, as the host holds it; it must outlive the state it is bound to.
struct HostArray {
    DataType type = DataType::u8;
    std::int64_t count = 0; ///< of samples
    std::int64_t sampleElements = 1;
    const void* bytes = nullptr;
    std::int64_t stride = 0; ///< elements from the start of one sample to the start of the next; 0: as many as a sample has

    /// From the first byte of the first sample to the last byte of the last one.
    std::span<const std::byte> all() const
    {
        const std::int64_t elements = count < 1 ? 0 : (count - 1) * step() + sampleElements;
        return {static_cast<const std::byte*>(bytes), static_cast<std::size_t>(elements) * sizeOf(type)};
    }
    /// Only the samples [first, first + size).
    HostArray part(std::int64_t first, std::int64_t size) const
    {
        const std::int64_t offset = first * step() * static_cast<std::int64_t>(sizeOf(type));
        return {type, size, sampleElements, static_cast<const std::byte*>(bytes) + offset, stride};
    }
    /// Elements from the start of one sample to the start of the next.
    std::int64_t step() const { return stride > 0 ? stride : sampleElements; }
};

struct PrecisionSupport {
    Precision precision = Precision::fp32;
    bool available = false;
    std::optional<Message> note; ///< why not, or a warning
};

/// A device's peak performance in a precision, computed from the manufacturer's figures.
struct PeakRate {
    Precision precision = Precision::fp32;
    double flops = 0.0; ///< a second
    bool tensorCores = false;
};

/// A device's properties as its manufacturer states them, for people and reports. 0: unknown.
struct DeviceFacts {
    double clock = 0.0; ///< the highest, in hertz
    double memoryClock = 0.0; ///< in hertz
    double memoryBandwidth = 0.0; ///< bytes a second
    std::int64_t cacheBytes = 0; ///< of the last level
    std::vector<PeakRate> peaks{}; ///< at the highest clock
};

/// How fast bytes are copied in one direction.
struct Bandwidth {
    std::string way; ///< "host_to_device_pinned"
    double bytesPerSecond = 0.0;
};

struct DeviceInfo {
    std::string id; ///< "cpu", "cuda:0", "reference"
    std::string name; ///< the processor's own
    std::int64_t memoryTotal = 0;
    std::int64_t memoryFree = 0;
    std::vector<PrecisionSupport> precisions;
    std::map<std::string, std::string> properties; ///< instruction set, threads, library versions …: part of the fingerprint
    DeviceFacts facts{}; ///< not part of it
};

/// How samples reach a device that has memory of its own while it computes: into arrays that are already bound, whose bytes on the
/// host are rewritten piece by piece.
class SampleTransfer {
public:
    virtual ~SampleTransfer() = default;

    /// Zeroed bytes for such an array, from which the device copies on its own. The state outlives them.
    virtual Expected<std::shared_ptr<std::byte[]>> hostBytes(std::int64_t size) = 0;
    /// The samples [first, first + count) of what is bound to the tensor were rewritten: the next run sees them. They stay as
    /// they are until it is over.
    virtual Expected<void> upload(std::string_view tensor, std::int64_t first, std::int64_t count) = 0;
    /// `work` is done once, by the next run, while the device computes; it uploads nothing that this run reads, and its error is
    /// the run's. Null takes it back.
    virtual void overlap(std::function<Expected<void>()> work) = 0;
};

/// Everything that lasts beyond a step, on the device: weights, optimizer slots, statistics, counters, bound data; and the one
/// activation arena that the executables over it share. Reads and writes use the canonical layout: each segment plain and row-major
/// at its offset, whatever order the backend keeps. It holds the rows of one plan's `StateLayout`; plans that differ in batch size
/// share it, as does a plan with fewer programs.
class State {
public:
    virtual ~State() = default;

    virtual const StateLayout& layout() const = 0;
    /// The type of an arena's numbers here: f32, or f64.
    virtual DataType numbers() const { return DataType::f32; }
    /// A part of an arena from element `first` on, bit by bit, as many numbers as the bytes hold. An arena that no program touches
    /// has none. The error `state.size` where there are not as many.
    virtual Expected<void> readBytes(Arena arena, std::int64_t first, std::span<std::byte> out) = 0;
    virtual Expected<void> writeBytes(Arena arena, std::int64_t first, std::span<const std::byte> values) = 0;

    /// A whole arena, `SegmentTable::elements` numbers, rounded where the types differ. Gradients can be read, for tests and
    /// inspection. Denormals may become 0, as in what the host computes.
    Expected<void> readArena(Arena arena, std::span<double> out);
    Expected<void> writeArena(Arena arena, std::span<const double> values);
    Expected<void> readArena(Arena arena, std::span<float> out);
    Expected<void> writeArena(Arena arena, std::span<const float> values);
    /// A part of one.
    Expected<void> readPart(Arena arena, std::int64_t first, std::span<double> out);
    Expected<void> writePart(Arena arena, std::int64_t first, std::span<const double> values);
    Expected<void> writePart(Arena arena, std::int64_t first, std::span<const float> values);
    Expected<void> fill(Arena arena, std::int64_t first, std::int64_t count, double value);

    /// The counters of "train" or "evaluate", or of a `groupStream` where the plan counts those.
    virtual Expected<void> readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out) = 0;
    virtual Expected<void> writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values) = 0;

    /// Binds "train/image", "evaluate/label", "train/order" …; an order is i32. What no program reads is ignored.
    virtual Expected<void> bind(std::string_view tensor, const HostArray& array) = 0;
    /// Null where the device computes in the host's memory: it sees what is written there.
    virtual SampleTransfer* transfer() { return nullptr; }
};

/// The algorithm that a backend chose for an operation by timing several on the device.
struct TunedAlgorithm {
    std::string key; ///< the device, its libraries and the operation: what the choice is valid for
    std::string value; ///< the algorithm, as the backend finds it again
};
/// Values by key.
using TunedAlgorithms = std::map<std::string, std::string>;

struct CompileOptions {
    bool fuse = true;
    bool keepAll = false; ///< every activation keeps its own memory until the next run: for inspection and tests
    bool deterministic = true; ///< equal inputs always give equal bits; false: a kernel may add in any order if that is faster
    bool measures = true; ///< false: nothing is timed, and what was not timed before uses the likely choice; for estimates
    const TunedAlgorithms* tunedAlgorithms = nullptr; ///< those of an earlier compilation, used again where they are valid
    Communicator* communicator = nullptr; ///< of a plan for several ranks, for which it outlives the executable
};

/// A kernel of an executable: shown by `bench`, searched for `ref` by a test, part of the fingerprint.
struct KernelInfo {
    std::string op; ///< "conv2d"
    std::string attributes;
    std::vector<std::string> origin; ///< the nodes it came from
    std::string implementation; ///< what runs it: "brgconv:avx512_core", "own"; "view" where nothing runs
    double flops = 0.0;
    double bytes = 0.0;
    std::optional<TunedAlgorithm> tuned{}; ///< where the algorithm was chosen by timing
};

/// Bytes of the activation arena and the kernels of a program, by index, that they are needed for: from `first` to `last`.
struct ArenaBuffer {
    std::string name; ///< of the tensor; may be empty
    std::string layer; ///< the node whose op writes it first; empty: none
    bool isWorkspace = false; ///< of a kernel, and no tensor
    int first = 0;
    int last = 0;
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
};

/// A plan compiled for one device over one state. Synchronous; owned and used by one thread.
class Executable {
public:
    virtual ~Executable() = default;

    /// Runs the programs in turn, `steps` times, with one learning rate per step, or `steps` for each update group, one group after
    /// the other; none if nothing is updated. Fills `metrics` with `steps` rows of `plan.columns.size()`. A step that makes a NaN
    /// or an infinity commits nothing, and nothing after it runs: the result is then fewer than `steps`.
    virtual Expected<int> run(std::span<const int> programs, int steps, std::span<const float> rates, std::span<float> metrics) = 0;

    /// Runs ops [first, last) of a program once, for the debugger and for naming the op that made a NaN.
    virtual Expected<void> runOps(int program, int first, int last) = 0;
    /// The number of kernels a program was lowered to, and the logical op each began as.
    virtual int kernelCount(int program) const = 0;

    virtual Expected<void> write(TensorId tensor, std::span<const double> values) = 0;
    /// An activation is available after a run if the plan keeps it or it was compiled with `keepAll`.
    virtual Expected<void> read(TensorId tensor, std::span<double> out) = 0;

    virtual MemoryUse memory() const = 0;

    /// What runs, in order.
    virtual std::vector<KernelInfo> kernels(int program) const = 0;
    /// What a program needs of the activation arena, in the order of first use. Empty where nothing shares its memory.
    virtual std::vector<ArenaBuffer> buffers(int /*program*/) const { return {}; }

    /// Runs the program once op by op over the intact state and names the first kernel whose outputs hold a NaN or an infinity.
    virtual Expected<std::optional<KernelInfo>> findNotFinite(int program) = 0;
};

/// Runs plans on one kind of device. Implemented in a module loaded at run time; nothing throws across it.
class Backend {
public:
    virtual ~Backend() = default;

    virtual std::string_view name() const = 0;
    /// Why it has no device here to compute on, or nothing. `deviceLost`: this process had one, and only a new process can use it
    /// again.
    virtual std::optional<Error> problem() const { return std::nullopt; }
    virtual std::vector<DeviceInfo> devices() = 0;
    /// Further devices that this process does not compute on: they are only listed.
    virtual std::vector<DeviceInfo> otherDevices() { return {}; }
    /// Measures the transfer speed to the first device and back; nothing if it computes in the host's memory.
    virtual Expected<std::vector<Bandwidth>> bandwidths() { return std::vector<Bandwidth>(); }
    /// Why this backend can't run the op, or nothing.
    virtual std::optional<Message> unsupported(const LogicalPlan& plan, const Op& op) const = 0;

    /// The exact memory of a plan without running it; `compile` takes as much.
    virtual Expected<MemoryUse> estimate(const LogicalPlan& plan, const CompileOptions& options) = 0;
    virtual Expected<std::unique_ptr<State>> createState(const LogicalPlan& plan) = 0;
    virtual Expected<std::unique_ptr<Executable>> compile(const LogicalPlan& plan, State& state, const CompileOptions& options) = 0;
};

} // namespace netsmith
