#include "engine/ops/upsample.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

OpCase upsampleCase(const std::string& name, const Shape& x, std::vector<std::int64_t> factors, Interpolation interpolation,
                    bool small = true)
{
    OpCase made{name + (interpolation == Interpolation::linear ? ", linear" : ""),
                &ops::upsample,
                std::make_shared<UpsampleAttributes>(std::move(factors), interpolation),
                {activationInput(x, spread(x.elements(), 3))}};
    made.differences = small;
    return made;
}

} // namespace

void addUpsamplingCases(std::vector<OpCase>& cases)
{
    for (const Interpolation how : {Interpolation::nearest, Interpolation::linear}) {
        cases.push_back(upsampleCase("upsample a sequence", {2, 5, 3}, {3}, how));
        cases.push_back(upsampleCase("upsample one step", {3, 1, 4}, {4}, how));
        cases.push_back(upsampleCase("upsample an image", {2, 3, 2, 3}, {2, 2}, how));
        cases.push_back(upsampleCase("upsample an image unevenly", {1, 2, 3, 2}, {5, 4}, how));
        cases.push_back(upsampleCase("upsample rows alone", {2, 3, 2, 3}, {2, 1}, how));
        cases.push_back(upsampleCase("upsample columns alone", {2, 3, 2, 3}, {1, 3}, how));
        cases.push_back(upsampleCase("upsample a volume", {1, 3, 2, 4, 1}, {2, 3, 2}, how));
        cases.push_back(upsampleCase("upsample a volume's ends", {1, 2, 3, 2, 2}, {2, 1, 3}, how));
        cases.push_back(upsampleCase("upsample by nothing", {2, 3, 2, 3}, {1, 1}, how));
        cases.push_back(upsampleCase("upsample, many channels", {1, 2, 2, 37}, {2, 3}, how));
        cases.push_back(upsampleCase("upsample, large", {3, 17, 23, 33}, {2, 3}, how, false));
        cases.push_back(upsampleCase("upsample a large volume", {2, 7, 9, 11, 5}, {3, 2, 2}, how, false));
    }
}

} // namespace netsmith::test
