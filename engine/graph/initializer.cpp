#include "engine/graph/initializer.h"

#include "engine/core/error.h"
#include "engine/core/philox.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace netsmith {
namespace {

enum class Distribution { constant, uniform, normal };

struct Kind {
    std::string_view id;
    std::string_view title;
    Distribution distribution;
    double scale; ///< the variance times the fan; for a constant the value itself
    bool averagesFans; ///< divides by the mean of both fans instead of the incoming one
};

constexpr std::array kinds{
    Kind{"glorot_normal", NS_TEXT("initializer", "Glorot normal"), Distribution::normal, 1.0, true},
    Kind{"glorot_uniform", NS_TEXT("initializer", "Glorot uniform"), Distribution::uniform, 1.0, true},
    Kind{"he_normal", NS_TEXT("initializer", "He normal"), Distribution::normal, 2.0, false},
    Kind{"he_uniform", NS_TEXT("initializer", "He uniform"), Distribution::uniform, 2.0, false},
    Kind{"ones", NS_TEXT("initializer", "Ones"), Distribution::constant, 1.0, false},
    Kind{"zeros", NS_TEXT("initializer", "Zeros"), Distribution::constant, 0.0, false},
};

const Kind& kindOf(const Initializer& initializer)
{
    const auto found = std::ranges::find(kinds, initializer.id, &Kind::id);
    if (found == kinds.end())
        throw Error(ErrorKind::input, NS_MESSAGE("initializer.unknown", "there is no initializer \"{0}\""), initializer.id);
    return *found;
}

double truncatedNormal(RandomStream& stream)
{
    double value = stream.normal();
    while (std::abs(value) > 2.0)
        value = stream.normal();
    return value;
}

} // namespace

std::vector<Choice> initializerChoices()
{
    std::vector<Choice> choices;
    for (const Kind& kind : kinds)
        choices.push_back({std::string(kind.id), std::string(kind.title)});
    return choices;
}

std::vector<float> drawInitial(const Initializer& initializer, const Shape& shape, std::uint64_t seed, std::string_view parameterId)
{
    const Kind& kind = kindOf(initializer);
    std::vector<float> values(static_cast<std::size_t>(shape.elements()), static_cast<float>(kind.scale));
    if (kind.distribution == Distribution::constant)
        return values;

    const auto fanIn = static_cast<double>(initializer.fanIn);
    const double fan = kind.averagesFans ? (fanIn + static_cast<double>(initializer.fanOut)) / 2.0 : fanIn;
    const double variance = kind.scale / std::max(1.0, fan);
    // The high half of the stream's number keeps these draws apart from all others under the same seed.
    RandomStream stream(seed, std::uint64_t{nameHash("initial weights")} << 32 | nameHash(parameterId));
    if (kind.distribution == Distribution::uniform) {
        const double limit = std::sqrt(3.0 * variance);
        std::ranges::generate(values, [&] { return static_cast<float>(stream.uniform(-limit, limit)); });
    } else {
        constexpr double deviationOfTruncated = 0.87962566103423978; // of a standard normal cut off at ±2
        const double deviation = std::sqrt(variance) / deviationOfTruncated;
        std::ranges::generate(values, [&] { return static_cast<float>(deviation * truncatedNormal(stream)); });
    }
    return values;
}

} // namespace netsmith
