#include "engine/data/table_room.h"

#include "engine/core/checked.h"
#include "engine/core/host_memory.h"
#include "engine/core/scratch_memory.h"
#include "engine/data/data_paths.h"

#include <limits>

namespace netsmith::data {
namespace {

bool fitsInto(std::int64_t memory, const std::vector<FieldSpec>& fields, std::int64_t count)
{
    std::optional<std::int64_t> total = 0;
    for (const FieldSpec& field : fields)
        total = total ? checkedAdd(*total, field.bytesOf(count)) : total;
    return total && *total <= memory;
}

} // namespace

std::int64_t memoryForTables()
{
    const std::int64_t available = hostMemory().available;
    return available > 0 ? available / 2 : std::numeric_limits<std::int64_t>::max(); // not told
}

TableRoom::TableRoom(const std::vector<FieldSpec>& fields, std::int64_t count, std::int64_t memory)
    : m_onDisk(!fitsInto(memory, fields, count))
{
}

NewField TableRoom::makeField(FieldSpec spec, std::int64_t count) const
{
    if (!m_onDisk)
        return data::makeField(std::move(spec), count);
    const std::filesystem::path folder = dataPaths().downloadDir() / "tables";
    std::error_code code;
    std::filesystem::create_directories(folder, code); // what is wrong with it is said below
    Bytes bytes = scratchMemory(folder, static_cast<std::size_t>(spec.bytesOf(count))).take();
    std::byte* start = bytes.get();
    return {{std::move(spec), count, std::move(bytes)}, start};
}

void TableRoom::settle(const Field& field) const
{
    if (m_onDisk)
        netsmith::settle(field.all()).take();
}

} // namespace netsmith::data
