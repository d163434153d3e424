#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace netsmith::cuda {

/// Bytes of the device's memory, zeroed, aligned to 256.
class DeviceBytes {
public:
    DeviceBytes() = default;
    /// Throws `cuda.memory` when there is not that much.
    explicit DeviceBytes(std::int64_t bytes);
    DeviceBytes(DeviceBytes&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_size(std::exchange(other.m_size, 0))
    {
    }
    DeviceBytes& operator=(DeviceBytes&& other) noexcept
    {
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
        return *this;
    }
    ~DeviceBytes();

    std::byte* data() const { return m_data; }
    std::int64_t size() const { return m_size; }

private:
    std::byte* m_data = nullptr;
    std::int64_t m_size = 0;
};

} // namespace netsmith::cuda
