#include "engine/data/random_data.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/philox.h"

#include <cstring>

namespace netsmith::data {
namespace {

template <class T, class Draw>
void fill(std::byte* out, std::int64_t values, Draw draw)
{
    for (std::int64_t i = 0; i < values; ++i) {
        const T value = static_cast<T>(draw());
        std::memcpy(out + i * static_cast<std::int64_t>(sizeof(T)), &value, sizeof(T));
    }
}

void fillSample(const FieldSpec& spec, RandomStream random, std::byte* out)
{
    const std::int64_t values = spec.shape.elements();
    const auto integer = [&, bound = static_cast<std::uint32_t>(spec.classes > 0 ? spec.classes : 256)] {
        return random.below(bound);
    };
    switch (spec.type) {
    case DataType::u8: return fill<std::uint8_t>(out, values, integer);
    case DataType::i32: return fill<std::int32_t>(out, values, integer);
    case DataType::i64: return fill<std::int64_t>(out, values, integer);
    case DataType::f32: return fill<float>(out, values, [&] { return Philox::uniform(random.next()); });
    case DataType::f64: return fill<double>(out, values, [&] { return random.uniform(); });
    case DataType::bf16:
    case DataType::f16: return; // refused before
    }
}

} // namespace

DataSplit randomSplit(const std::vector<FieldSpec>& fields, std::int64_t count, std::uint64_t seed)
{
    DataSplit split;
    for (FieldSpec spec : fields) {
        spec.stride = 0; // each sample is drawn independently
        if (spec.type == DataType::bf16 || spec.type == DataType::f16)
            throw Error(ErrorKind::input, NS_MESSAGE("data.random_type", "random data can't be {0}; declare field \"{1}\" as f32"),
                        std::string(nameOf(spec.type)), spec.name);
        NewField made = makeField(spec, count);
        const std::int64_t size = spec.sampleBytes();
        const std::uint64_t stream = std::uint64_t{nameHash(spec.name)} << 32;
        parallelFor(count, 64, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i)
                fillSample(spec, RandomStream(seed, stream | static_cast<std::uint64_t>(i)), made.bytes + i * size);
        });
        split.fields.push_back(std::move(made.field));
    }
    return split;
}

} // namespace netsmith::data
