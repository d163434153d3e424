#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace netsmith::cuda {

/// Zeroed, pinned bytes of the host's memory: the device copies from and to them asynchronously, without an intermediate buffer of
/// the driver.
class PinnedBytes {
public:
    PinnedBytes() = default;
    /// Throws `cuda.memory` if the system can't pin that much.
    explicit PinnedBytes(std::int64_t bytes);
    PinnedBytes(PinnedBytes&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_size(std::exchange(other.m_size, 0))
    {
    }
    PinnedBytes& operator=(PinnedBytes&& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        return *this;
    }
    ~PinnedBytes();

    std::byte* data() const { return m_data; }
    std::int64_t size() const { return m_size; }

private:
    std::byte* m_data = nullptr;
    std::int64_t m_size = 0;
};

} // namespace netsmith::cuda
