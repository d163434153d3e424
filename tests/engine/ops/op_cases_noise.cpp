#include "engine/ops/dropout.h"
#include "engine/ops/gaussian_noise.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

constexpr std::uint64_t seed = 0x1234567890abcdefULL;
constexpr std::uint32_t node = 0xcafeu;

OpCase drop(const std::string& name, const Shape& x, Dropped what, std::int64_t samples, bool small = true)
{
    OpCase made{name,
                &ops::dropout,
                std::make_shared<DropoutAttributes>(0.4, seed, node, what),
                {activationInput(x, spread(x.elements(), 4)), countersInput(3, 8, samples, 1)}};
    made.differences = small;
    return made;
}

OpCase noise(const std::string& name, const Shape& x, bool multiplied, double deviation, std::int64_t samples, bool small = true)
{
    OpCase made{name,
                &ops::gaussianNoise,
                std::make_shared<GaussianNoiseAttributes>(multiplied, deviation, seed, node),
                {activationInput(x, spread(x.elements(), 4)), countersInput(3, 8, samples, 1)}};
    made.differences = small;
    return made;
}

} // namespace

void addNoiseCases(std::vector<OpCase>& cases)
{
    cases.push_back(drop("dropout of channels of sequences", {2, 4, 7}, Dropped::channels, 6));
    cases.push_back(drop("dropout of channels of images", {2, 2, 3, 5}, Dropped::channels, (std::int64_t{5} << 32) + 17));
    cases.push_back(drop("dropout of channels of vectors", {3, 6}, Dropped::channels, 2));
    cases.push_back(drop("dropout of many channels", {3, 33, 131}, Dropped::channels, 9, false));
    cases.push_back(drop("dropout to negative", {3, 10}, Dropped::toNegative, 6));
    cases.push_back(drop("dropout to negative of many", {5, 3001}, Dropped::toNegative, 40, false));

    cases.push_back(noise("gaussian_noise, added", {3, 7}, false, 0.5, 6));
    cases.push_back(noise("gaussian_noise, multiplied", {2, 2, 3, 3}, true, 1.5, (std::int64_t{5} << 32) + 17));
    cases.push_back(noise("gaussian_noise of nothing", {2, 5}, true, 0.0, 0));
    cases.push_back(noise("gaussian_noise, added to many", {5, 3001}, false, 2.0, 40, false));
    cases.push_back(noise("gaussian_noise, multiplied by many", {7, 4002}, true, 0.7, 40, false));
}

} // namespace netsmith::test
