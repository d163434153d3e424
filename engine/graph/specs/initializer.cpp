#include "engine/graph/specs/initializer.h"

#include "engine/core/error.h"
#include "engine/core/philox.h"
#include "engine/graph/specs/initial_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace netsmith {
namespace {

enum class Draw { constant, uniform, normal, truncated, orthogonal, identity };

struct Kind {
    std::string_view id;
    std::string_view title;
    Draw draw;
    double scale = 0.0; ///< the variance times the fan; 0: the initializer's own figures count
    bool averagesFans = false; ///< divides by the mean of both fans instead of the incoming one
};

constexpr std::array kinds{
    Kind{"constant", NS_TEXT("initializer", "Constant"), Draw::constant},
    Kind{"glorot_normal", NS_TEXT("initializer", "Glorot normal"), Draw::truncated, 1.0, true},
    Kind{"glorot_uniform", NS_TEXT("initializer", "Glorot uniform"), Draw::uniform, 1.0, true},
    Kind{"he_normal", NS_TEXT("initializer", "He normal"), Draw::truncated, 2.0},
    Kind{"he_uniform", NS_TEXT("initializer", "He uniform"), Draw::uniform, 2.0},
    Kind{"identity", NS_TEXT("initializer", "Identity"), Draw::identity},
    Kind{"lecun_normal", NS_TEXT("initializer", "LeCun normal"), Draw::truncated, 1.0},
    Kind{"lecun_uniform", NS_TEXT("initializer", "LeCun uniform"), Draw::uniform, 1.0},
    Kind{"ones", NS_TEXT("initializer", "Ones"), Draw::constant, 1.0},
    Kind{"orthogonal", NS_TEXT("initializer", "Orthogonal"), Draw::orthogonal},
    Kind{"random_normal", NS_TEXT("initializer", "Random normal"), Draw::normal},
    Kind{"random_uniform", NS_TEXT("initializer", "Random uniform"), Draw::uniform},
    Kind{"truncated_normal", NS_TEXT("initializer", "Truncated normal"), Draw::truncated},
    Kind{"zeros", NS_TEXT("initializer", "Zeros"), Draw::constant},
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

/// The variance that the fans ask for.
double varianceOf(const Kind& kind, const Initializer& initializer)
{
    const auto fanIn = static_cast<double>(initializer.fanIn);
    const double fan = kind.averagesFans ? (fanIn + static_cast<double>(initializer.fanOut)) / 2.0 : fanIn;
    return kind.scale / std::max(1.0, fan);
}

double constantOf(const Kind& kind, const Initializer& initializer)
{
    return kind.id == "constant" ? initializer.value : kind.scale;
}

void setForgetGates(std::vector<float>& biases)
{
    const auto quarter = static_cast<std::ptrdiff_t>(biases.size() / 4);
    std::fill_n(biases.begin() + quarter, quarter, 1.0f);
}

std::vector<float> multiplied(std::vector<float> values, double gain)
{
    for (float& value : values)
        value = static_cast<float>(gain * static_cast<double>(value));
    return values;
}

std::vector<float> drawn(const Initializer& initializer, const Shape& shape, std::uint64_t seed, std::string_view parameterId)
{
    const Kind& kind = kindOf(initializer);
    if (kind.draw == Draw::identity)
        return multiplied(identityKernel(shape), initializer.gain);
    const auto constant = static_cast<float>(constantOf(kind, initializer));
    std::vector<float> values(static_cast<std::size_t>(shape.elements()), constant);
    if (kind.draw == Draw::constant)
        return values;

    // The high half of the stream's number keeps these draws apart from all others under the same seed.
    RandomStream stream(seed, std::uint64_t{nameHash("initial weights")} << 32 | nameHash(parameterId));
    if (kind.draw == Draw::orthogonal)
        return multiplied(orthogonalMatrix(shape, stream), initializer.gain);
    const bool byFans = kind.scale > 0.0;
    const double variance = varianceOf(kind, initializer);
    if (kind.draw == Draw::uniform) {
        const double limit = std::sqrt(3.0 * variance);
        const double least = byFans ? -limit : initializer.minval;
        const double most = byFans ? limit : initializer.maxval;
        if (least > most)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("initializer.range", "expected a minval that is no larger than maxval, got {0} and {1}"), least,
                        most);
        std::ranges::generate(values, [&] { return static_cast<float>(stream.uniform(least, most)); });
    } else if (kind.draw == Draw::truncated) {
        constexpr double deviationOfTruncated = 0.87962566103423978; // of a standard normal cut off at ±2
        const double deviation = byFans ? std::sqrt(variance) / deviationOfTruncated : initializer.stddev;
        std::ranges::generate(values, [&] { return static_cast<float>(deviation * truncatedNormal(stream)); });
    } else {
        std::ranges::generate(values, [&] { return static_cast<float>(initializer.stddev * stream.normal()); });
    }
    return values;
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
    std::vector<float> values = drawn(initializer, shape, seed, parameterId);
    if (initializer.unitForget)
        setForgetGates(values);
    if (initializer.isRange)
        values.front() = -values.back();
    return values;
}

} // namespace netsmith
