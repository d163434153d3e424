#include "engine/fields/dataset.h"

#include "engine/core/byte_ranges.h"
#include "engine/core/checked.h"
#include "engine/core/error.h"
#include "engine/core/host_memory.h"
#include "engine/core/name_list.h"
#include "engine/fields/element.h"
#include "engine/fields/text/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <tuple>

namespace netsmith::data {
namespace {

template <class T>
void checkBelow(const Field& field, std::string_view where)
{
    // Overlapping samples are visited once; what lies between others belongs to none.
    const std::span<const std::byte> all = field.all();
    const std::int64_t elements = field.spec.shape.elements();
    const std::int64_t stride = field.spec.stride > 0 ? field.spec.stride : elements;
    const auto values = static_cast<std::int64_t>(all.size() / sizeof(T));
    for (std::int64_t i = 0; i < values; ++i) {
        if (i % stride >= elements)
            continue;
        T value{};
        std::memcpy(&value, all.data() + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
        if (value >= 0 && static_cast<std::int64_t>(value) < field.spec.classes)
            continue;
        if (field.spec.padding && *field.spec.padding == static_cast<std::int64_t>(value))
            continue;
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.label",
                               "{0}: sample {1} has the class {2}, expected 0 to {3}; correct the file or declare "
                               "more classes"),
                    std::string(where), std::min(i / stride, field.count - 1), static_cast<std::int64_t>(value),
                    field.spec.classes - 1);
    }
}

/// Linux overcommits memory and kills processes that use too much: what is certainly too much is refused here.
bool mayBeThere(std::int64_t size)
{
    constexpr std::int64_t alwaysTried = std::int64_t{1} << 30; // the check takes longer than such a small allocation
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
        throw Error(ErrorKind::resources,
                    NS_MESSAGE("data.memory",
                               "not enough memory for the {0:byte|bytes} of the data; close other programs or use fewer samples"),
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

bool FieldSpec::operator==(const FieldSpec& other) const
{
    const auto told = [](const FieldSpec& spec) {
        return std::tie(spec.name, spec.type, spec.shape, spec.classes, spec.classNames, spec.kind, spec.lengths, spec.padding,
                        spec.columns, spec.stride, spec.tokensAtMost, spec.scaledColumns, spec.scales);
    };
    const bool sameTokens = vocabulary == other.vocabulary || (vocabulary && other.vocabulary && *vocabulary == *other.vocabulary);
    return told(*this) == told(other) && sameTokens;
}

std::int64_t FieldSpec::strideBytes() const
{
    return stride > 0 ? stride * static_cast<std::int64_t>(sizeOf(type)) : sampleBytes();
}

std::int64_t FieldSpec::stridesCovered() const
{
    return stride > 0 ? std::max<std::int64_t>(1, (shape.elements() + stride - 1) / stride) : 1;
}

std::int64_t FieldSpec::bytesOf(std::int64_t count) const
{
    if (count < 1)
        return 0;
    const auto before = checkedMultiply(strideBytes(), count - 1);
    const auto bytes = before ? checkedAdd(*before, sampleBytes()) : std::nullopt;
    if (!bytes)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("data.field_size", "{0:sample|samples} of field \"{1}\" have more bytes than 64 bits can count"),
                    count, name);
    return *bytes;
}

std::span<const std::byte> Field::sample(std::int64_t index) const
{
    return {bytes.get() + index * spec.strideBytes(), static_cast<std::size_t>(spec.sampleBytes())};
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
    std::vector<std::span<const std::byte>> ranges;
    for (const Field& field : fields)
        ranges.push_back(field.all());
    return bytesCovered(std::move(ranges));
}

std::int64_t DataSplit::copiedBytes() const
{
    std::int64_t total = 0;
    for (const Field& field : fields)
        total += field.spec.bytesOf(field.count);
    return total;
}

std::int64_t DataSplit::slotBytes() const
{
    std::int64_t strides = 1;
    for (const Field& field : fields)
        strides = std::max(strides, field.spec.stridesCovered());
    std::int64_t total = 0;
    for (const Field& field : fields)
        total += strides * field.spec.strideBytes();
    return total;
}

NewField makeField(FieldSpec spec, std::int64_t count)
{
    Bytes bytes = allocateBytes(spec.bytesOf(count));
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

void checkWeights(const Field& field, std::string_view where)
{
    std::int64_t sample = 0;
    eachElement(field.spec.type, field.all(), [&](double weight) {
        if (!std::isfinite(weight) || weight < 0.0)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("data.weight",
                                   "{0}: sample {1} has the weight {2}, expected a finite number of 0 or more; correct it or "
                                   "remove the sample"),
                        std::string(where), sample, weight);
        ++sample;
    });
}

void checkLengths(const Field& lengths, const FieldSpec& field, std::string_view where)
{
    for (std::int64_t i = 0; i < lengths.count; ++i) {
        std::int32_t length = 0;
        std::memcpy(&length, lengths.sample(i).data(), sizeof length);
        if (length < 0 || length > field.shape[0])
            throw Error(ErrorKind::input, NS_MESSAGE("data.length", "{0}: sample {1} has {2} rows, expected 0 to {3}; correct it"),
                        where, i, length, field.shape[0]);
    }
}

} // namespace netsmith::data
