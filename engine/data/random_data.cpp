#include "engine/data/random_data.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/philox.h"

#include <cstring>
#include <type_traits>

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
    withCppType(spec.type, [&]<class T>(T) { // the others were refused before
        if constexpr (std::is_same_v<T, double>)
            fill<T>(out, values, [&] { return random.uniform(); });
        else if constexpr (std::is_same_v<T, float>)
            fill<T>(out, values, [&] { return Philox::uniform(random.next()); });
        else
            fill<T>(out, values, integer);
    });
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
