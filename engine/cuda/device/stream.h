#pragma once

#include "engine/core/error.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace netsmith::cuda {

/// Copies to the device in parallel with what a `Stream` computes.
class CopyStream {
public:
    /// Throws `cuda.runtime`.
    CopyStream();
    ~CopyStream();
    CopyStream(const CopyStream&) = delete;
    CopyStream& operator=(const CopyStream&) = delete;

    /// Source and destination belong to the copy until it is done: until `wait`, or the end of a stream's work after `waitFor`.
    void toDevice(void* to, const void* from, std::int64_t bytes);
    /// Waits until everything is done; throws like `Stream::wait`.
    void wait();

private:
    friend class Stream;
    struct Content;
    std::unique_ptr<Content> m_content;
};

/// A queue of device work: what is put in runs in order, asynchronously. All executables of one state share one.
/// Implemented by CUDA's runtime, and by the host for tests (there it runs at once).
class Stream {
public:
    /// Throws `cuda.runtime`.
    Stream();
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    void toDevice(void* to, const void* from, std::int64_t bytes);
    /// The bytes are available after `wait`.
    void toHost(void* to, const void* from, std::int64_t bytes);
    void copy(void* to, const void* from, std::int64_t bytes);
    void zero(void* to, std::int64_t bytes);
    /// Called on a thread of the driver once all before it is done; it outlives the stream's work, and neither throws nor waits for
    /// the device.
    void onHost(const std::function<void()>& work);
    /// Work added from now on runs after the copies so far.
    void waitFor(CopyStream& copies);
    /// Waits until everything is done; throws `cuda.runtime` or `cuda.lost` if something failed.
    void wait();

    /// cudaStream_t; null on the host.
    void* native() const { return m_native; }

private:
    void* m_native = nullptr;
};

/// Work that was recorded once and is launched often, as a CUDA graph: one call of the driver for all of its kernels.
class Recording {
public:
    /// Records the work that `record` adds to the stream, which must not wait. Throws `cuda.runtime`.
    Recording(Stream& stream, const std::function<void()>& record);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    void launch(Stream& stream) const;
    /// Kernels and copies in it.
    int size() const;

private:
    struct Content;
    std::unique_ptr<Content> m_content;
};

} // namespace netsmith::cuda
