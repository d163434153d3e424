#include "engine/data/dataset.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/core/host_memory.h"
#include "engine/core/name_list.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace netsmith::data {
namespace {

template <class T>
void checkBelow(const Field& field, std::string_view where)
{
    const std::byte* bytes = field.bytes.get();
    const std::int64_t values = field.count * field.spec.shape.elements();
    for (std::int64_t i = 0; i < values; ++i) {
        T value{};
        std::memcpy(&value, bytes + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
        if (value >= 0 && static_cast<std::int64_t>(value) < field.spec.classes)
            continue;
        if (field.spec.padding && *field.spec.padding == static_cast<std::int64_t>(value))
            continue;
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.label",
                               "{0}: sample {1} has the class {2}, expected 0 to {3}; correct the file or declare "
                               "more classes"),
                    std::string(where), i / field.spec.shape.elements(), static_cast<std::int64_t>(value), field.spec.classes - 1);
    }
}

/// Linux promises more than there is and kills whoever takes it: what is surely too much is refused here.
bool mayBeThere(std::int64_t size)
{
    constexpr std::int64_t alwaysTried = std::int64_t{1} << 30; // looking takes longer than taking so much
    if (size <= alwaysTried)
        return true;
    const std::int64_t available = hostMemory().available;
    return available == 0 || size <= available;
}

} // namespace

Bytes allocateBytes(std::int64_t size)
{
    constexpr std::size_t alignment = 64;
    const std::size_t rounded = (static_cast<std::size_t>(size) + alignment - 1) / alignment * alignment;
    void* memory = size < 0 || !mayBeThere(size) ? nullptr : std::aligned_alloc(alignment, std::max(rounded, alignment));
    if (!memory)
        throw Error(
            ErrorKind::resources,
            NS_MESSAGE("data.memory",
                       "the data needs {0:byte of memory that is|bytes of memory that are} not there; close other programs or use "
                       "fewer samples"),
            size);
    return Bytes(static_cast<std::byte*>(memory), [](std::byte* bytes) { std::free(bytes); });
}

std::int64_t FieldSpec::sampleBytes() const
{
    const auto bytes = checkedMultiply(shape.elements(), static_cast<std::int64_t>(sizeOf(type)));
    if (!bytes)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.sample_size", "a sample of field \"{0}\" ({1}) has more bytes than 64 bits can count"), name,
                    shape.text());
    return *bytes;
}

std::span<const std::byte> Field::sample(std::int64_t index) const
{
    const std::int64_t size = spec.sampleBytes();
    return {bytes.get() + index * size, static_cast<std::size_t>(size)};
}

const Field& DataSplit::field(std::string_view name) const
{
    std::string names;
    for (const Field& field : fields) {
        if (field.spec.name == name)
            return field;
        names += (names.empty() ? "" : ", ") + field.spec.name;
    }
    throw Error(ErrorKind::input, NS_MESSAGE("data.field", "the data has no field \"{0}\"; it has: {1}"), std::string(name),
                nameList(std::move(names)));
}

std::int64_t DataSplit::bytes() const
{
    std::int64_t total = 0;
    for (const Field& field : fields)
        total += field.count * field.spec.sampleBytes();
    return total;
}

NewField makeField(FieldSpec spec, std::int64_t count)
{
    const auto size = checkedMultiply(spec.sampleBytes(), count);
    if (!size)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.field_size", "{0:sample|samples} of field \"{1}\" have more bytes than 64 bits can count"),
                    count, spec.name);
    Bytes bytes = allocateBytes(*size);
    std::byte* start = bytes.get();
    return {{std::move(spec), count, std::move(bytes)}, start};
}

void checkClasses(const Field& field, std::string_view where)
{
    if (field.spec.classes <= 0)
        return;
    switch (field.spec.type) {
    case DataType::u8: return checkBelow<std::uint8_t>(field, where);
    case DataType::i32: return checkBelow<std::int32_t>(field, where);
    case DataType::i64: return checkBelow<std::int64_t>(field, where);
    default:
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.class_type", "{0}: classes are {1}, expected u8, i32 or i64; convert the field"),
                    std::string(where), std::string(nameOf(field.spec.type)));
    }
}

} // namespace netsmith::data
