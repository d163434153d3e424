#include "engine/ops/affine.h"
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
        // Two tables without a common number, so that no small step changes which is larger.
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

    using Numbers = std::vector<double>;
    const auto affineCase = [&](const std::string& name, const Shape& x, Numbers factors, Numbers offsets, bool small = true) {
        OpCase made{name,
                    &ops::affine,
                    std::make_shared<AffineAttributes>(std::move(factors), std::move(offsets)),
                    {activationInput(x, spread(x.elements(), 5))}};
        made.differences = small;
        cases.push_back(std::move(made));
    };
    affineCase("affine of a vector", {2, 5}, {-0.75}, {2.0});
    affineCase("affine of colours", {2, 2, 3, 3}, {0.5, -2.0, 1.25}, {1.0, 0.0, -3.0});
    affineCase("affine, one factor", {2, 7}, {0.5}, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0});
    affineCase("affine of many", {2, 31, 33, 3}, {0.5, -2.0, 1.25}, {0.25}, false);
    affineCase("affine of one row of many channels", {3, 9001}, {0.3}, {-0.2}, false);
}

} // namespace netsmith::test
