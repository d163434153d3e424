#include "engine/fields/sample_room.h"

#include "engine/core/checked.h"
#include "engine/core/host_memory.h"
#include "engine/core/scratch_memory.h"
#include "engine/fields/data_paths.h"

#include <limits>

namespace netsmith::data {
namespace {

/// Of all fields together; the largest number if they exceed it.
std::int64_t bytesOf(const std::vector<FieldSpec>& fields, std::int64_t count)
{
    std::optional<std::int64_t> total = 0;
    for (const FieldSpec& field : fields)
        total = total ? checkedAdd(*total, field.bytesOf(count)) : total;
    return total.value_or(std::numeric_limits<std::int64_t>::max());
}

} // namespace

std::int64_t memoryForSamples()
{
    const std::int64_t available = hostMemory().available;
    return available > 0 ? available / 2 : std::numeric_limits<std::int64_t>::max(); // not told
}

SampleRoom::SampleRoom(std::int64_t bytes, std::int64_t memory)
    : m_onDisk(bytes > memory)
{
}

SampleRoom::SampleRoom(const std::vector<FieldSpec>& fields, std::int64_t count, std::int64_t memory)
    : SampleRoom(bytesOf(fields, count), memory)
{
}

Bytes SampleRoom::allocate(std::int64_t bytes) const
{
    if (!m_onDisk)
        return allocateBytes(bytes);
    const std::filesystem::path folder = dataPaths().downloadDir() / "samples";
    std::error_code code;
    std::filesystem::create_directories(folder, code); // errors are reported below
    return scratchMemory(folder, static_cast<std::size_t>(bytes)).take();
}

NewField SampleRoom::makeField(FieldSpec spec, std::int64_t count) const
{
    Bytes bytes = allocate(spec.bytesOf(count));
    std::byte* start = bytes.get();
    return {{std::move(spec), count, std::move(bytes)}, start};
}

void SampleRoom::settle(std::span<const std::byte> bytes) const
{
    if (m_onDisk)
        netsmith::settle(bytes).take();
}

} // namespace netsmith::data
