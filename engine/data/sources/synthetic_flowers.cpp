#include "engine/core/philox.h"
#include "engine/data/built_in_source.h"
#include "engine/data/sources/sources.h"
#include "engine/fields/columns.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace netsmith::data {
namespace {

constexpr std::size_t lengths = 4;

/// What is known of a kind of flower: centimetres of its parts, and how often each soil grows it.
struct Kind {
    const char* name;
    std::array<double, lengths> means;
    std::array<double, lengths> deviations;
    std::array<double, 3> soils; ///< clay, loam, sand
};

/// Invented. The first can be recognised by its petals alone; the other two overlap in each feature and need several together, and
/// the soil.
constexpr std::array kinds{
    Kind{"bellwort", {5.0, 3.4, 1.5, 0.3}, {0.35, 0.38, 0.18, 0.10}, {0.2, 0.3, 0.5}},
    Kind{"marshcup", {6.0, 2.8, 4.3, 1.3}, {0.50, 0.30, 0.45, 0.20}, {0.7, 0.2, 0.1}},
    Kind{"starleaf", {6.6, 3.0, 5.4, 2.0}, {0.60, 0.32, 0.52, 0.26}, {0.1, 0.6, 0.3}},
};

std::array<float, lengths + 3> flower(const Kind& kind, RandomStream& random)
{
    std::array<float, lengths + 3> numbers{};
    const double size = random.normal(); // a large flower is large in all its parts
    for (std::size_t i = 0; i < lengths; ++i) {
        const double length = kind.means[i] + kind.deviations[i] * (0.6 * size + 0.8 * random.normal());
        const double millimetres = std::round(10.0 * std::max(length, 0.1));
        // One in fifty is missing.
        numbers[i] = random.uniform() < 0.02 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(millimetres / 10.0);
    }
    const double drawn = random.uniform();
    const std::size_t soil = drawn < kind.soils[0] ? 0 : drawn < kind.soils[0] + kind.soils[1] ? 1 : 2;
    numbers[lengths + soil] = 1.0f;
    return numbers;
}

DataSplit drawFlowers(const BuiltInSource::Part& part, const Watch&)
{
    constexpr std::uint64_t seed = 20;
    NewField features = makeField(part.fields[0], part.count), labels = makeField(part.fields[1], part.count);
    for (std::int64_t i = 0; i < part.count; ++i) {
        RandomStream random(seed, static_cast<std::uint64_t>(part.first + i));
        const std::uint32_t index = random.below(kinds.size());
        labels.bytes[i] = static_cast<std::byte>(index);
        const std::array<float, lengths + 3> numbers = flower(kinds[index], random);
        std::memcpy(features.bytes + i * std::int64_t{sizeof numbers}, numbers.data(), sizeof numbers);
    }
    return {{std::move(features.field), std::move(labels.field)}};
}

} // namespace

const Source& syntheticFlowers()
{
    static const BuiltInSource source(
        {
            .id = "synthetic_flowers",
            .title = NS_TEXT("data.synthetic_flowers", "built-in synthetic flowers"),
            .doc = NS_TEXT(
                "data.synthetic_flowers",
                "A small table made by this program: four lengths in centimetres, some of them missing, and the soil of three "
                "invented kinds of flowers. A small dense network gets about 96 % of them right."),
            .licence = NS_TEXT("data.synthetic_flowers", "none needed: made by this program"),
            .trainCount = 1200,
            .testCount = 400,
            .standardised = true,
        },
        {
            columnField("features",
                        {{.name = "sepal length"},
                         {.name = "sepal width"},
                         {.name = "petal length"},
                         {.name = "petal width"},
                         {.name = "soil", .categories = {"clay", "loam", "sand"}}}),
            {.name = "label", .type = DataType::u8, .classes = 3, .classNames = {kinds[0].name, kinds[1].name, kinds[2].name}},
        },
        drawFlowers);
    return source;
}

} // namespace netsmith::data
