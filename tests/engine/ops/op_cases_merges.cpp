#include "engine/ops/merge.h"
#include "engine/ops/scale.h"
#include "tests/engine/ops/op_cases.h"

#include <limits>

namespace netsmith::test {

void addMergeCases(std::vector<OpCase>& cases)
{
    for (const Merge kind : {Merge::subtract, Merge::multiply, Merge::maximum, Merge::minimum}) {
        const auto attributes = std::make_shared<MergeAttributes>(kind);
        const std::string name(nameOf(kind));
        // From two tables that have no number in common, so that no small step changes which is larger.
        cases.push_back({name + " of vectors",
                         &ops::merge,
                         attributes,
                         {activationInput({1, 7}, spread(7, 1)), activationInput({1, 7}, spread(7, 2, 0.93))}});
        cases.push_back({name + " of images",
                         &ops::merge,
                         attributes,
                         {activationInput({2, 3, 2, 4}, spread(48, 3)), activationInput({2, 3, 2, 4}, spread(48, 4, 1.07))}});
        OpCase large{name + " of many",
                     &ops::merge,
                     attributes,
                     {activationInput({3, 9001}, spread(27003, 5)), activationInput({3, 9001}, spread(27003, 6))}};
        large.inputs[0].values[3] = large.inputs[1].values[3] = 0.5; // a tie
        large.inputs[0].values[4] = std::numeric_limits<double>::quiet_NaN();
        large.inputs[1].values[5] = std::numeric_limits<double>::quiet_NaN();
        large.differences = false;
        cases.push_back(std::move(large));
    }
    cases.push_back({"scale", &ops::scale, std::make_shared<ScaleAttributes>(-0.75), {activationInput({2, 5}, spread(10, 3))}});
    OpCase large{
        "scale of many", &ops::scale, std::make_shared<ScaleAttributes>(0.2), {activationInput({3, 9001}, spread(27003, 7))}};
    large.differences = false;
    cases.push_back(std::move(large));
}

} // namespace netsmith::test
