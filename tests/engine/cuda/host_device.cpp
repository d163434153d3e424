#include "engine/core/host_memory.h"
#include "engine/cuda/device/block_limits.h"
#include "engine/cuda/device/check.h"
#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/devices.h"
#include "engine/cuda/device/pinned_bytes.h"
#include "engine/cuda/device/plan_target.h"
#include "engine/cuda/device/profiler_range.h"
#include "engine/cuda/device/stream.h"
#include "tests/engine/cuda/host_device.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// The host in place of the GPU. Kernels run immediately, and so does what is put into a stream; but a launch runs, with everything
// after it, when it is waited for: the host goes on while it computes.

namespace netsmith::cuda {
namespace {

constexpr std::size_t pageBytes = 256;

/// Fails from where the test says on, like every call to a device that is lost.
void mayBeLost(const char* doing, bool counts = false)
{
    test::HostDevice& device = test::hostDevice;
    device.works += counts ? 1 : 0;
    if (device.lostAt > 0 && device.works >= device.lostAt)
        failDevice(status::illegalAddress, doing, "an illegal memory access was encountered");
}

void takeMemory()
{
    mayBeLost("allocating memory");
    test::HostDevice& device = test::hostDevice;
    const int beyond = ++device.takes - device.memoryEndsAt;
    if (device.memoryEndsAt >= 0 && beyond > 0 && device.freeAtEnd > 0)
        device.free = device.freeAtEnd;
    if (device.memoryEndsAt >= 0 && beyond > 0 && (device.failures == 0 || beyond <= device.failures))
        failDevice(status::memory, "allocating memory", "out of memory");
}

std::byte* zeroed(std::int64_t bytes)
{
    takeMemory();
    ++test::hostPieces;
    const auto size = (static_cast<std::size_t>(bytes) + pageBytes - 1) / pageBytes * pageBytes;
    auto* const data = static_cast<std::byte*>(std::aligned_alloc(pageBytes, size));
    std::memset(data, 0, size);
    return data;
}

/// The addresses of pinned memory, with its bytes.
std::map<const std::byte*, std::int64_t> pinned;

void noteCopy(const void* host, std::int64_t bytes)
{
    const auto* const first = static_cast<const std::byte*>(host);
    const auto behind = pinned.upper_bound(first);
    const bool within = behind != pinned.begin() && first + bytes <= std::prev(behind)->first + std::prev(behind)->second;
    ++test::hostDevice.copies;
    test::hostDevice.unpinned += within ? 0 : 1;
}

using Works = std::vector<std::function<void()>>;

/// A launch that was not waited for yet, and what comes after it.
Works& worksOf(const Stream& stream)
{
    return *static_cast<Works*>(stream.native());
}

void put(const Stream& stream, const std::function<void()>& work)
{
    mayBeLost("copying");
    if (Works& works = worksOf(stream); !works.empty())
        works.push_back(work);
    else
        work();
}

void putCopy(const Stream& stream, void* to, const void* from, std::int64_t bytes)
{
    if (bytes > 0) // without bytes the address may be null
        put(stream, [=] { std::memcpy(to, from, static_cast<std::size_t>(bytes)); });
}

void doAll(Works& works)
{
    for (const auto& work : std::exchange(works, {}))
        work();
}

bool computes = false;

/// How the device of another program must fail: "memory 12 1", "lost 30", "refuses 46". A change starts over, but a lost device
/// stays lost.
void heed(const char* words)
{
    static std::string heeded;
    if (!words || words == heeded)
        return;
    heeded = words;
    test::HostDevice device;
    std::istringstream stream(heeded);
    std::string what;
    stream >> what;
    if (what == "memory")
        stream >> device.memoryEndsAt >> device.failures;
    else if (what == "lost")
        stream >> device.lostAt;
    else if (what == "refuses")
        stream >> device.refuses;
    test::hostDevice = device;
}

} // namespace

Stream::Stream()
    : m_native(new Works)
{
}

Stream::~Stream()
{
    delete &worksOf(*this);
}

void Stream::toDevice(void* to, const void* from, std::int64_t bytes)
{
    noteCopy(from, bytes);
    putCopy(*this, to, from, bytes);
}

void Stream::toHost(void* to, const void* from, std::int64_t bytes)
{
    noteCopy(to, bytes);
    putCopy(*this, to, from, bytes);
}

void Stream::copy(void* to, const void* from, std::int64_t bytes)
{
    putCopy(*this, to, from, bytes);
}

void Stream::zero(void* to, std::int64_t bytes)
{
    put(*this, [=] { std::memset(to, 0, static_cast<std::size_t>(bytes)); });
}

void Stream::onHost(const std::function<void()>& work)
{
    put(*this, [&work] { work(); });
}

void Stream::waitFor(CopyStream& copies)
{
    put(*this, [&copies] { copies.wait(); });
}

void Stream::wait()
{
    ++test::hostDevice.waits;
    mayBeLost("computing", true);
    doAll(worksOf(*this));
    computes = false;
}

struct CopyStream::Content {
    Works works;
};

CopyStream::CopyStream()
    : m_content(std::make_unique<Content>())
{
}

CopyStream::~CopyStream() = default;

void CopyStream::toDevice(void* to, const void* from, std::int64_t bytes)
{
    noteCopy(from, bytes);
    ++(computes ? test::hostDevice.copiesBeside : test::hostDevice.copiesBefore);
    m_content->works.push_back([=] { std::memcpy(to, from, static_cast<std::size_t>(bytes)); });
    if (test::hostDevice.copiesAtOnce)
        wait();
}

void CopyStream::wait()
{
    mayBeLost("copying to it");
    doAll(m_content->works);
}

struct Recording::Content {
    std::function<void()> work;
};

Recording::Recording(Stream&, const std::function<void()>& record)
    : m_content(new Content{record})
{
    takeMemory();
    ++test::hostPieces;
}

Recording::~Recording()
{
    --test::hostPieces;
}

int Recording::size() const
{
    return test::hostDevice.recordingSize;
}

void Recording::launch(Stream& stream) const
{
    ++test::hostDevice.launches;
    mayBeLost("starting a step", true);
    computes = true;
    worksOf(stream).push_back(m_content->work);
}

DeviceBytes::DeviceBytes(std::int64_t bytes)
    : m_data(bytes == 0 ? nullptr : zeroed(bytes))
    , m_size(bytes)
{
}

DeviceBytes::~DeviceBytes()
{
    test::hostPieces -= m_data ? 1 : 0;
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
    test::hostPieces -= m_data ? 1 : 0;
    pinned.erase(m_data);
    std::free(m_data);
}

std::optional<Error> whyNoDevice()
{
    return std::nullopt;
}

std::optional<Error> whyUnusable()
{
    heed(std::getenv("NETSMITH_HOST_DEVICE"));
    if (test::hostDevice.refuses != 0)
        return deviceError(test::hostDevice.refuses, "opening it", "as the host says");
    return lostDevice();
}

std::vector<DeviceInfo> devices()
{
    DeviceInfo device;
    device.id = "cuda:0";
    device.name = "the host";
    device.memoryTotal = hostMemory().total - 4096; // of its own
    device.memoryFree = test::hostDevice.free > 0 ? test::hostDevice.free : hostMemory().available;
    device.precisions = {{Precision::fp32, true, {}}, {Precision::bf16, true, {}}, {Precision::fp16, true, {}}};
    return {device};
}

std::vector<DeviceInfo> otherDevices()
{
    return {};
}

std::vector<Bandwidth> measureBandwidths()
{
    return {};
}

BlockLimits blockLimits()
{
    constexpr std::int64_t sharedBytes = 100 << 10;
    return {test::hostDevice.multiprocessors, sharedBytes};
}

std::string planTarget()
{
    return "the host";
}

std::filesystem::path tuningCacheFile(std::string_view kind)
{
    const std::filesystem::path& folder = test::hostDevice.tuningCaches;
    return folder.empty() ? folder : folder / (std::string(kind) + ".json");
}

ProfilerRange::ProfilerRange(const std::string& name)
{
    test::hostDevice.ranges.push_back(name);
}

ProfilerRange::~ProfilerRange() = default;

} // namespace netsmith::cuda

void netsmith::test::renewHostDevice()
{
    hostDevice = {};
    cuda::forgetLostDevice();
}
