#pragma once

#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/pinned_bytes.h"
#include "engine/cuda/device/stream.h"
#include "engine/ops/control.h"
#include "engine/plan/memory/state_layout.h"

#include <span>
#include <string_view>
#include <vector>

namespace netsmith::cuda {

/// The data exchanged by the host and a launch: rates, counters, status and metrics, adjacent on the device, and the same bytes in
/// pinned memory of the host. A launch costs one copy in each direction. Between two runs the host's bytes are valid: they change
/// immediately, and are copied to the device with the next run.
class ControlBlock {
public:
    explicit ControlBlock(const StateLayout& layout);

    /// Whether a row of the layout lies in here, and where the device has it.
    bool holds(int row) const { return placeOf(row) != nullptr; }
    std::byte* device(int row) const { return m_device.data() + placeOf(row)->offset; }

    // On the host.
    std::span<float> rates() const;
    std::int32_t& status() const;
    /// Of "train", "evaluate" or a `groupStream`.
    std::span<std::int64_t, control::counterCount> counters(std::string_view stream) const;
    std::span<const float> metrics() const;

    /// Enqueues the copy from host to device, except for the metrics.
    void send(Stream& stream) const;
    /// Enqueues the copy from device to host, with the first `metrics` numbers of the metrics.
    void fetch(Stream& stream, std::size_t metrics) const;

private:
    /// Where a row lies, in bytes.
    struct Place {
        std::string name;
        int row = -1;
        std::int64_t offset = 0;
        std::int64_t bytes = 0;
    };

    const Place* placeOf(int row) const;
    template <class T>
    std::span<T> hostNumbers(const Place& place) const
    {
        return {reinterpret_cast<T*>(m_host.data() + place.offset), static_cast<std::size_t>(place.bytes) / sizeof(T)};
    }

    std::vector<Place> m_places; ///< in their order: first the rates and the status, last the metrics
    DeviceBytes m_device;
    PinnedBytes m_host;
};

} // namespace netsmith::cuda
