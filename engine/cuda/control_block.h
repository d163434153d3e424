#pragma once

#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/pinned_bytes.h"
#include "engine/cuda/device/stream.h"
#include "engine/ops/control.h"

#include <span>
#include <string_view>

namespace netsmith::cuda {

/// What the host and a launch tell each other: rates, counters, status and metrics, side by side on the device, and the same bytes
/// in pinned memory of the host. A launch costs one copy there and one back. Between two runs the host's bytes are what holds:
/// they change at once, and go to the device with the next run.
class ControlBlock {
public:
    /// For metrics of so many columns.
    explicit ControlBlock(std::size_t columns);

    /// The device's address of "rates", "metrics", "status", "train/counters" or "evaluate/counters".
    std::byte* device(std::string_view tensor) const;

    // On the host.
    std::span<float> rates() const;
    std::int32_t& status() const;
    /// Of "train" or "evaluate".
    std::span<std::int64_t, control::counterCount> counters(std::string_view stream) const;
    std::span<const float> metrics() const;

    /// Puts into the stream that the device takes what the host has, but for the metrics.
    void send(Stream& stream) const;
    /// Puts into the stream that the host takes what the device has, of the metrics the first so many numbers.
    void fetch(Stream& stream, std::size_t metrics) const;

private:
    DeviceBytes m_device;
    PinnedBytes m_host;
};

} // namespace netsmith::cuda
