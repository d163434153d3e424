#include "engine/ops/accuracy.h"
#include "engine/ops/cross_entropy.h"
#include "tests/engine/ops/op_cases.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace netsmith::test {
namespace {

/// Rows that sum to 1, with no number near the ends that the loss clips.
std::vector<double> distributions(std::int64_t rows, std::int64_t width, std::uint64_t seed)
{
    std::vector<double> values = uniform(rows * width, seed, 0.1, 1.0);
    for (auto row = values.begin(); row != values.end(); row += width) {
        const double sum = std::accumulate(row, row + width, 0.0);
        std::transform(row, row + width, row, [sum](double value) { return static_cast<double>(static_cast<float>(value / sum)); });
    }
    return values;
}

std::vector<double> classes(std::int64_t rows, std::int64_t width)
{
    std::vector<double> values;
    for (std::int64_t r = 0; r < rows; ++r)
        values.push_back(static_cast<double>((r * 7 + 2) % width));
    return values;
}

std::shared_ptr<const Attributes> plainCrossEntropy()
{
    return std::make_shared<CrossEntropyAttributes>();
}

} // namespace

void addLossCases(std::vector<OpCase>& cases)
{
    const auto wanted = [](const Shape& shape, std::vector<double> values) { return parameterInput(shape, std::move(values)); };
    const auto sparse = [](const Shape& shape, std::int64_t width) {
        return givenInput(shape, classes(shape.elements(), width), DataType::i32);
    };

    for (const OpSpec* spec : {&ops::crossEntropy, &ops::softmaxCrossEntropy}) {
        const std::string name(spec->name);
        const auto predicted = [&](const Shape& shape) {
            const std::int64_t rows = shape.elements() / shape[-1];
            return wanted(shape, spec == &ops::crossEntropy ? distributions(rows, shape[-1], 1) : spread(shape.elements(), 1, 5.0));
        };
        cases.push_back({name + ", classes", spec, plainCrossEntropy(), {predicted({4, 3}), sparse({4}, 3)}});
        cases.push_back({name + ", batch 1", spec, plainCrossEntropy(), {predicted({1, 5}), sparse({1, 1}, 5)}});
        cases.push_back({name + ", classes of a sequence", spec, plainCrossEntropy(), {predicted({2, 3, 4}), sparse({2, 3}, 4)}});
        cases.push_back(
            {name + ", distributions", spec, plainCrossEntropy(), {predicted({3, 4}), givenInput({3, 4}, distributions(3, 4, 2))}});
        // Weighted and partly masked rows need not sum to 1.
        cases.push_back({name + ", unnormalised targets",
                         spec,
                         plainCrossEntropy(),
                         {predicted({3, 2}), givenInput({3, 2}, {0.5, 1.5, 0.0, 0.0, 0.25, 0.0})}});
        OpCase large{name + ", many rows", spec, plainCrossEntropy(), {predicted({333, 17}), sparse({333}, 17)}};
        large.differences = false;
        cases.push_back(std::move(large));
    }
    cases.push_back({"cross_entropy, clipped",
                     &ops::crossEntropy,
                     plainCrossEntropy(),
                     {wanted({2, 3}, {1e-9, 0.6, 0.4, 1.0, 0.0, 0.0}), sparse({2}, 3)}});
    cases.back().inputs[1].values = {0, 0};
    cases.back().differences = false; // near the ends the slope is too steep for any step

    cases.push_back({"accuracy, classes", &ops::accuracy, noAttributes(), {givenInput({40, 5}, spread(200, 7)), sparse({40}, 5)}});
    cases.push_back(
        {"accuracy of sequences", &ops::accuracy, noAttributes(), {givenInput({3, 4, 2}, spread(24, 8)), sparse({3, 4}, 2)}});
    cases.push_back({"accuracy of what is not there",
                     &ops::accuracy,
                     noAttributes(),
                     {givenInput({4, 2}, {2, 1, 2, 1, 1, 2, 2, 1}), givenInput({4}, {0, -1, 1, 5}, DataType::i32)}});
    const double absent = std::numeric_limits<double>::quiet_NaN();
    cases.push_back({"accuracy of shares that are not there",
                     &ops::accuracy,
                     noAttributes(),
                     {givenInput({3, 2}, {2, 1, 2, 1, absent, 2}), givenInput({3, 2}, {1, 0, absent, absent, 1, 0})}});
    cases.push_back({"accuracy, distributions",
                     &ops::accuracy,
                     noAttributes(),
                     {givenInput({9, 3}, spread(27, 9)), givenInput({9, 3}, distributions(9, 3, 10))}});
}

} // namespace netsmith::test
