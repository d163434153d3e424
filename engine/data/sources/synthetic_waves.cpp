#include "engine/core/philox.h"
#include "engine/data/built_in_source.h"
#include "engine/data/sources/sources.h"

#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

namespace netsmith::data {
namespace {

constexpr std::int64_t wavesWindow = 48; ///< values of a sample
constexpr std::int64_t wavesHorizon = 8; ///< values to be forecast
constexpr double wavesNoise = 0.1; ///< deviation of the noise, which can't be forecast

struct Wave {
    double period;
    double height;
    double phase;
};

/// No period is a multiple of another, so the sum repeats itself nowhere.
constexpr std::array waves{
    Wave{27.3, 1.0, 0.0},
    Wave{11.9, 0.6, 1.0},
    Wave{63.1, 0.4, 2.0},
};

float valueAt(std::int64_t time)
{
    constexpr std::uint64_t seed = 60;
    RandomStream random(seed, static_cast<std::uint64_t>(time));
    double sum = wavesNoise * random.normal();
    for (const Wave& wave : waves)
        sum += wave.height * std::sin(2.0 * std::numbers::pi * static_cast<double>(time) / wave.period + wave.phase);
    return static_cast<float>(sum);
}

/// A series of which a network can forecast everything but the noise: windows that start one step apart, in the same memory.
DataSplit drawWaves(const BuiltInSource::Part& part, const Watch&)
{
    constexpr std::int64_t overlap = wavesWindow + wavesHorizon - 1; // of a window and the values that follow
    const std::int64_t begin = part.first + (part.test ? overlap : 0);
    NewField values = makeField({.name = "values", .type = DataType::f32, .shape = {}}, part.count + overlap);
    for (std::int64_t i = 0; i < values.field.count; ++i) {
        const float value = valueAt(begin + i);
        std::memcpy(values.bytes + i * std::int64_t{sizeof value}, &value, sizeof value);
    }
    using Shared = std::shared_ptr<const std::byte[]>;
    const std::byte* next = values.bytes + wavesWindow * static_cast<std::int64_t>(sizeof(float));
    DataSplit split{
        {{part.fields[0], part.count, values.field.bytes}, {part.fields[1], part.count, Shared(values.field.bytes, next)}}};
    const FieldSpec last{.name = "known", .type = DataType::f32, .shape = {1}, .stride = 1};
    split.known = Field{last, part.count, Shared(values.field.bytes, next - sizeof(float))};
    return split;
}

} // namespace

const Source& syntheticWaves()
{
    static const BuiltInSource source(
        {
            .id = "synthetic_waves",
            .title = NS_TEXT("data.synthetic_waves", "built-in synthetic waves"),
            .doc =
                NS_TEXT("data.synthetic_waves",
                        "A series made by this program: the sum of three sine waves and noise with a deviation of 0.1. 48 values "
                        "are the field \"series\", the 8 that follow them the field \"target\"."),
            .licence = NS_TEXT("data.synthetic_waves", "none needed: made by this program"),
            .trainCount = 4000,
            .testCount = 1000,
            .standardised = true,
        },
        {
            {.name = "series",
             .type = DataType::f32,
             .shape = {wavesWindow, 1},
             .columns = {{.name = "value", .standardise = false}},
             .stride = 1},
            {.name = "target", .type = DataType::f32, .shape = {wavesHorizon}, .stride = 1},
        },
        drawWaves);
    return source;
}

} // namespace netsmith::data
