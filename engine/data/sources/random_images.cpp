#include "engine/data/built_in_source.h"
#include "engine/data/random_data.h"
#include "engine/data/sources/sources.h"

namespace netsmith::data {
namespace {

DataSplit drawNoise(const BuiltInSource::Part& part, const Watch&)
{
    constexpr std::uint64_t seed = 1, testSeed = 2;
    return randomSplit(part.fields, part.count, part.test ? testSeed : seed);
}

} // namespace

const Source& randomImages()
{
    static const BuiltInSource source(
        {
            .id = "random_images",
            .title = NS_TEXT("data.random_images", "random images"),
            .doc = NS_TEXT("data.random_images",
                           "Noise in the shape of CIFAR-10 (32×32 pixels, three colors, ten classes), for measuring "
                           "speed: there is nothing to learn from it."),
            .licence = NS_TEXT("data.random_images", "none needed: made by this program"),
            .trainCount = 5000,
            .testCount = 1000,
        },
        {
            {.name = "image", .type = DataType::u8, .shape = {32, 32, 3}},
            {.name = "label", .type = DataType::u8, .classes = 10},
        },
        drawNoise);
    return source;
}

} // namespace netsmith::data
