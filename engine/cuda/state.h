#pragma once

#include "engine/backend/backend.h"
#include "engine/cuda/control_block.h"
#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/stream.h"

namespace netsmith::cuda {

/// The device's memory for one model: the rows of its layout, the data set's fields and the shared activation arena.
class CudaState final : public State, private SampleTransfer {
public:
    explicit CudaState(StateLayout layout);

    const StateLayout& layout() const override { return m_layout; }
    Expected<void> readBytes(Arena arena, std::int64_t first, std::span<std::byte> out) override;
    Expected<void> writeBytes(Arena arena, std::int64_t first, std::span<const std::byte> values) override;
    Expected<void> readCounters(std::string_view stream, std::span<std::int64_t, control::counterCount> out) override;
    Expected<void> writeCounters(std::string_view stream, std::span<const std::int64_t, control::counterCount> values) override;
    /// Copies the array to the device.
    Expected<void> bind(std::string_view tensor, const HostArray& array) override;
    SampleTransfer* transfer() override { return this; }

    Stream& stream() { return m_stream; }

    /// Makes the activation arena at least this large; addresses into it change when it grows. If there is not enough memory it
    /// keeps its size, if that is still available.
    void reserve(std::int64_t bytes);
    std::byte* activations() const { return m_activations.data(); }
    std::int64_t activationBytes() const { return m_activations.size(); }

    /// The address of a row; null for data that is not bound yet.
    std::byte* row(int index) const;
    /// What is bound to a row of data, or null.
    const HostArray* bound(int row) const;

    /// Changes whenever an address may have.
    std::uint64_t generation() const { return m_generation; }

    /// The data that a run and the host exchange besides arenas.
    const ControlBlock& control() const { return m_control; }
    /// Enqueues the start of any run: the host's control data, and the staged samples.
    void begin();
    /// The same for a launch: its rates, no failure yet, its first step.
    void beginLaunch(std::span<const float> rates);

    /// How a launch ended.
    struct Outcome {
        std::int32_t status = control::good;
        std::int64_t trained = 0; ///< steps that the launch committed
        std::int64_t evaluated = 0;
    };
    /// Does the work to be done while the device computes.
    Expected<void> workOverlapped();
    /// Waits for the launch, the only wait, and reads its results, and as many metrics as fit.
    Outcome endLaunch(std::span<float> metrics);
    /// After a launch that could not be put in as a whole: waits for what was, so that the counters tell what was committed. Throws
    /// `cuda.lost` where that is the reason.
    void breakLaunch();

    std::int64_t dataBytes() const;

private:
    Expected<std::shared_ptr<std::byte[]>> hostBytes(std::int64_t size) override;
    Expected<void> upload(std::string_view tensor, std::int64_t first, std::int64_t count) override;
    void overlap(std::function<Expected<void>()> work) override { m_overlapped = std::move(work); }

    /// The address of an arena's part; null where there is none. Throws `state.size`.
    std::byte* part(Arena arena, std::int64_t first, std::size_t bytes) const;

    StateLayout m_layout;
    Stream m_stream;
    std::vector<DeviceBytes> m_rows; ///< empty of what the control block holds, and of data that is not bound
    std::vector<HostArray> m_bound; ///< of data
    DeviceBytes m_activations;
    ControlBlock m_control;
    CopyStream m_copies; // after what it copies to: it is destroyed first
    std::function<Expected<void>()> m_overlapped;
    std::uint64_t m_generation = 1;
};

} // namespace netsmith::cuda
