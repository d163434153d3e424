#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace netsmith::cuda {

/// Bytes of the host's memory, zeroed, that stay where they are: the device copies from and to them by itself, without the driver's
/// own buffer between and without keeping the host waiting.
class PinnedBytes {
public:
    PinnedBytes() = default;
    /// Throws `cuda.memory` when the system has not that much to pin.
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
