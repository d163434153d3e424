#include "engine/cpu/aligned_bytes.h"

#include "engine/core/error.h"

#include <cstdlib>
#include <cstring>

namespace netsmith::cpu {
namespace {

constexpr std::size_t alignment = 64;

} // namespace

void AlignedBytes::Free::operator()(std::byte* data) const
{
    std::free(data);
}

AlignedBytes::AlignedBytes(std::int64_t bytes)
    : m_size(bytes)
{
    if (bytes == 0)
        return;
    const auto rounded = (static_cast<std::size_t>(bytes) + alignment - 1) / alignment * alignment;
    m_data.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
    if (!m_data)
        throw Error(
            ErrorKind::resources,
            NS_MESSAGE("memory.allocate", "not enough memory for {0:byte|bytes}; choose a smaller batch or close other programs"),
            bytes);
    std::memset(m_data.get(), 0, rounded);
}

} // namespace netsmith::cpu
