#include "engine/core/host_memory.h"
#include "engine/cuda/device/check.h"
#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/devices.h"
#include "engine/cuda/device/pinned_bytes.h"
#include "engine/cuda/device/stream.h"
#include "tests/engine/cuda/host_device.h"

#include <cstdlib>
#include <cstring>
#include <map>

// The host in the place of the GPU: what is put into a stream is done at once.

namespace netsmith::cuda {
namespace {

constexpr std::size_t pageBytes = 256;

std::byte* zeroed(std::int64_t bytes)
{
    const auto size = (static_cast<std::size_t>(bytes) + pageBytes - 1) / pageBytes * pageBytes;
    auto* const data = static_cast<std::byte*>(std::aligned_alloc(pageBytes, size));
    std::memset(data, 0, size);
    return data;
}

/// Where pinned memory begins, and its bytes.
std::map<const std::byte*, std::int64_t> pinned;

void noteCopy(const void* host, std::int64_t bytes)
{
    const auto* const first = static_cast<const std::byte*>(host);
    const auto behind = pinned.upper_bound(first);
    const bool within = behind != pinned.begin() && first + bytes <= std::prev(behind)->first + std::prev(behind)->second;
    ++test::hostDevice.copies;
    test::hostDevice.unpinned += within ? 0 : 1;
}

} // namespace

Stream::Stream() = default;
Stream::~Stream() = default;

void Stream::toDevice(void* to, const void* from, std::int64_t bytes)
{
    noteCopy(from, bytes);
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

void Stream::toHost(void* to, const void* from, std::int64_t bytes)
{
    noteCopy(to, bytes);
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

void Stream::copy(void* to, const void* from, std::int64_t bytes)
{
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

void Stream::zero(void* to, std::int64_t bytes)
{
    std::memset(to, 0, static_cast<std::size_t>(bytes));
}

void Stream::wait()
{
    ++test::hostDevice.waits;
}

struct Recording::Content {
    std::function<void()> work;
};

Recording::Recording(Stream&, const std::function<void()>& record)
    : m_content(new Content{record})
{
}

Recording::~Recording() = default;

void Recording::launch(Stream&) const
{
    ++test::hostDevice.launches;
    m_content->work();
}

DeviceBytes::DeviceBytes(std::int64_t bytes)
    : m_data(bytes == 0 ? nullptr : zeroed(bytes))
    , m_size(bytes)
{
}

DeviceBytes::~DeviceBytes()
{
    std::free(m_data);
}

PinnedBytes::PinnedBytes(std::int64_t bytes)
    : m_data(bytes == 0 ? nullptr : zeroed(bytes))
    , m_size(bytes)
{
    pinned.emplace(m_data, bytes);
}

PinnedBytes::~PinnedBytes()
{
    pinned.erase(m_data);
    std::free(m_data);
}

std::optional<Message> whyNoDevice()
{
    return std::nullopt;
}

std::vector<DeviceInfo> devices()
{
    DeviceInfo device;
    device.id = "cuda:0";
    device.name = "the host";
    device.memoryTotal = hostMemory().total;
    device.memoryFree = hostMemory().available;
    device.precisions = {{Precision::fp32, true, {}}, {Precision::bf16, true, {}}, {Precision::fp16, true, {}}};
    return {device};
}

} // namespace netsmith::cuda
