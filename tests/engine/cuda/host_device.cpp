#include "engine/core/host_memory.h"
#include "engine/cuda/device/check.h"
#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/devices.h"
#include "engine/cuda/device/stream.h"
#include "tests/engine/cuda/host_device.h"

#include <cstdlib>
#include <cstring>

// The host in the place of the GPU: what is put into a stream is done at once.

namespace netsmith::cuda {

Stream::Stream() = default;
Stream::~Stream() = default;

void Stream::toDevice(void* to, const void* from, std::int64_t bytes)
{
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

void Stream::toHost(void* to, const void* from, std::int64_t bytes)
{
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

void Stream::wait() { }

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
    : m_size(bytes)
{
    if (bytes == 0)
        return;
    m_data = static_cast<std::byte*>(std::aligned_alloc(256, static_cast<std::size_t>((bytes + 255) / 256 * 256)));
    std::memset(m_data, 0, static_cast<std::size_t>(bytes));
}

DeviceBytes::~DeviceBytes()
{
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
    device.precisions = {{Precision::fp32, true, {}}, {Precision::bf16, true, {}}};
    return {device};
}

} // namespace netsmith::cuda
