#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace netsmith::cpu {

/// Zeroed, cache-line aligned bytes.
class AlignedBytes {
public:
    AlignedBytes() = default;
    /// Throws `memory.allocate` when there is not that much.
    explicit AlignedBytes(std::int64_t bytes);

    std::byte* data() const { return m_data.get(); }
    std::int64_t size() const { return m_size; }

private:
    struct Free {
        void operator()(std::byte* data) const;
    };
    std::unique_ptr<std::byte, Free> m_data;
    std::int64_t m_size = 0;
};

} // namespace netsmith::cpu
