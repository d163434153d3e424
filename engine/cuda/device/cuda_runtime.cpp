#include "engine/cuda/device/check.h"
#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/pinned_bytes.h"
#include "engine/cuda/device/stream.h"

#include <cuda_runtime_api.h>

#include <cstring>
#include <utility>

namespace netsmith::cuda {
namespace {

cudaStream_t nativeOf(const Stream& stream)
{
    return static_cast<cudaStream_t>(stream.native());
}

} // namespace

Stream::Stream()
{
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    m_native = stream;
}

Stream::~Stream()
{
    (void)cudaStreamDestroy(nativeOf(*this));
}

void Stream::toDevice(void* to, const void* from, std::int64_t bytes)
{
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice, nativeOf(*this)), "copying to it");
}

void Stream::toHost(void* to, const void* from, std::int64_t bytes)
{
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToHost, nativeOf(*this)), "copying from it");
}

void Stream::copy(void* to, const void* from, std::int64_t bytes)
{
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice, nativeOf(*this)), "copying on it");
}

void Stream::zero(void* to, std::int64_t bytes)
{
    check(cudaMemsetAsync(to, 0, static_cast<std::size_t>(bytes), nativeOf(*this)), "clearing its memory");
}

void Stream::onHost(const std::function<void()>& work)
{
    const auto call = [](void* data) { (*static_cast<const std::function<void()>*>(data))(); };
    check(cudaLaunchHostFunc(nativeOf(*this), call, const_cast<std::function<void()>*>(&work)), "calling the host");
}

void Stream::wait()
{
    check(cudaStreamSynchronize(nativeOf(*this)), "computing");
}

struct CopyStream::Content {
    cudaStream_t stream = nullptr;
    cudaEvent_t copied = nullptr;
    bool any = false; ///< copies that no stream has waited for yet

    ~Content()
    {
        if (copied)
            (void)cudaEventDestroy(copied);
        if (!stream)
            return;
        (void)cudaStreamSynchronize(stream); // its source and destination may be freed next
        (void)cudaStreamDestroy(stream);
    }
};

CopyStream::CopyStream()
    : m_content(std::make_unique<Content>())
{
    check(cudaStreamCreateWithFlags(&m_content->stream, cudaStreamNonBlocking), "making a stream");
    check(cudaEventCreateWithFlags(&m_content->copied, cudaEventDisableTiming), "making a stream");
}

CopyStream::~CopyStream() = default;

void CopyStream::toDevice(void* to, const void* from, std::int64_t bytes)
{
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice, m_content->stream), "copying to it");
    m_content->any = true;
}

void CopyStream::wait()
{
    check(cudaStreamSynchronize(m_content->stream), "copying to it");
    m_content->any = false;
}

void Stream::waitFor(CopyStream& copies)
{
    CopyStream::Content& content = *copies.m_content;
    if (!content.any)
        return;
    check(cudaEventRecord(content.copied, content.stream), "copying to it");
    check(cudaStreamWaitEvent(nativeOf(*this), content.copied, 0), "copying to it");
    content.any = false;
}

struct Recording::Content {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    std::size_t nodes = 0;

    ~Content()
    {
        if (ready)
            (void)cudaGraphExecDestroy(ready);
        if (graph)
            (void)cudaGraphDestroy(graph);
    }
};

Recording::Recording(Stream& stream, const std::function<void()>& record)
    : m_content(std::make_unique<Content>())
{
    // Relaxed: a library that loads a kernel at its first use may do so here too.
    check(cudaStreamBeginCapture(nativeOf(stream), cudaStreamCaptureModeRelaxed), "recording a step");
    try {
        record();
    } catch (...) {
        (void)cudaStreamEndCapture(nativeOf(stream), &m_content->graph); // else the stream would go on recording
        (void)cudaGetLastError(); // of the interrupted recording
        throw;
    }
    check(cudaStreamEndCapture(nativeOf(stream), &m_content->graph), "recording a step");
    check(cudaGraphGetNodes(m_content->graph, nullptr, &m_content->nodes), "preparing a step");
    check(cudaGraphInstantiate(&m_content->ready, m_content->graph, 0), "preparing a step");
    (void)cudaGraphDestroy(std::exchange(m_content->graph, nullptr)); // what is launched has its own copy
    check(cudaGraphUpload(m_content->ready, nativeOf(stream)), "preparing a step"); // its memory is allocated now, not by a launch
}

Recording::~Recording() = default;

int Recording::size() const
{
    return static_cast<int>(m_content->nodes);
}

void Recording::launch(Stream& stream) const
{
    check(cudaGraphLaunch(m_content->ready, nativeOf(stream)), "starting a step");
}

DeviceBytes::DeviceBytes(std::int64_t bytes)
{
    if (bytes == 0)
        return;
    void* data = nullptr;
    check(cudaMalloc(&data, static_cast<std::size_t>(bytes)), "allocating memory");
    cudaError_t status = cudaMemset(data, 0, static_cast<std::size_t>(bytes));
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(nullptr); // our streams do not wait for the stream that cleared it
    if (status != cudaSuccess) {
        (void)cudaFree(data);
        check(status, "clearing its memory");
    }
    m_data = static_cast<std::byte*>(data);
    m_size = bytes;
}

DeviceBytes::~DeviceBytes()
{
    if (m_data)
        (void)cudaFree(m_data);
}

PinnedBytes::PinnedBytes(std::int64_t bytes)
{
    if (bytes == 0)
        return;
    void* data = nullptr;
    check(cudaHostAlloc(&data, static_cast<std::size_t>(bytes), cudaHostAllocDefault), "pinning the host's memory");
    std::memset(data, 0, static_cast<std::size_t>(bytes));
    m_data = static_cast<std::byte*>(data);
    m_size = bytes;
}

PinnedBytes::~PinnedBytes()
{
    if (m_data)
        (void)cudaFreeHost(m_data);
}

} // namespace netsmith::cuda
