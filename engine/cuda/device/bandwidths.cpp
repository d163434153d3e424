#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/devices.h"
#include "engine/cuda/device/pinned_bytes.h"
#include "engine/cuda/device/stream.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

namespace netsmith::cuda {
namespace {

constexpr std::int64_t copiedBytes = std::int64_t{128} << 20; // a few milliseconds: the start-up of a copy is negligible

/// The median of several copies, after one that wakes the bus.
template <class Copy>
double bytesPerSecond(Stream& stream, const Copy& copy)
{
    using Clock = std::chrono::steady_clock;
    std::array<double, 7> seconds{};
    copy();
    stream.wait();
    for (double& each : seconds) {
        const Clock::time_point begin = Clock::now();
        copy();
        stream.wait();
        each = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    std::ranges::nth_element(seconds, seconds.begin() + 3);
    return static_cast<double>(copiedBytes) / seconds[3];
}

} // namespace

std::vector<Bandwidth> measureBandwidths()
{
    Stream stream;
    const DeviceBytes device(copiedBytes);
    std::vector<std::byte> pageable(static_cast<std::size_t>(copiedBytes), std::byte{1});
    const PinnedBytes pinned(copiedBytes);
    const auto to = [&](std::byte* host) {
        return bytesPerSecond(stream, [&] { stream.toDevice(device.data(), host, copiedBytes); });
    };
    const auto from = [&](std::byte* host) {
        return bytesPerSecond(stream, [&] { stream.toHost(host, device.data(), copiedBytes); });
    };
    return {{"host_to_device_pageable", to(pageable.data())},
            {"host_to_device_pinned", to(pinned.data())},
            {"device_to_host_pageable", from(pageable.data())},
            {"device_to_host_pinned", from(pinned.data())}};
}

} // namespace netsmith::cuda
