#pragma once

#include "engine/core/error.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace netsmith::cuda {

/// Copies to the device beside what a `Stream` computes.
class CopyStream {
public:
    /// Throws `cuda.runtime`.
    CopyStream();
    ~CopyStream();
    CopyStream(const CopyStream&) = delete;
    CopyStream& operator=(const CopyStream&) = delete;

    /// Both places belong to the copy until it is done: until `wait`, or the end of what a stream does behind `waitFor`.
    void toDevice(void* to, const void* from, std::int64_t bytes);
    /// Until all is done; throws as `Stream::wait`.
    void wait();

private:
    friend class Stream;
    struct Content;
    std::unique_ptr<Content> m_content;
};

/// The order in which the device works: what is put in runs one after the other, later. All of one state share one.
/// Implemented by CUDA's runtime, and by the host for tests (there it runs at once).
class Stream {
public:
    /// Throws `cuda.runtime`.
    Stream();
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    void toDevice(void* to, const void* from, std::int64_t bytes);
    /// The bytes are there after `wait`.
    void toHost(void* to, const void* from, std::int64_t bytes);
    void copy(void* to, const void* from, std::int64_t bytes);
    void zero(void* to, std::int64_t bytes);
    /// Called on a thread of the driver once all before it is done; it outlives the stream's work, and neither throws nor waits for
    /// the device.
    void onHost(const std::function<void()>& work);
    /// What is put in from now on comes behind the copies so far.
    void waitFor(CopyStream& copies);
    /// Until all is done; throws `cuda.runtime` or `cuda.lost` for what failed on the way.
    void wait();

    /// cudaStream_t; null on the host.
    void* native() const { return m_native; }

private:
    void* m_native = nullptr;
};

/// Work that was recorded once and is launched often, as a CUDA graph: one call of the driver for all of its kernels.
class Recording {
public:
    /// Records what `record` puts into the stream, which must not wait. Throws `cuda.runtime`.
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
