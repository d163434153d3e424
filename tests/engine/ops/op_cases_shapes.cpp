#include "engine/ops/pad.h"
#include "engine/ops/transpose.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

using Sizes = std::vector<std::int64_t>;

OpCase padCase(const std::string& name, const Shape& x, Sizes before, Sizes after, bool small = true)
{
    OpCase made{name,
                &ops::pad,
                std::make_shared<PadAttributes>(std::move(before), std::move(after)),
                {activationInput(x, spread(x.elements(), 3))}};
    made.differences = small;
    return made;
}

OpCase transposeCase(const std::string& name, const Shape& x, std::vector<int> order, bool small = true)
{
    OpCase made{name,
                &ops::transpose,
                std::make_shared<TransposeAttributes>(std::move(order)),
                {activationInput(x, spread(x.elements(), 3))}};
    made.differences = small;
    return made;
}

} // namespace

void addShapeCases(std::vector<OpCase>& cases)
{
    cases.push_back(padCase("pad an image", {2, 3, 2, 3}, {0, 1, 2, 0}, {0, 2, 0, 0}));
    cases.push_back(padCase("pad channels", {2, 3, 2}, {0, 0, 1}, {0, 0, 2}));
    cases.push_back(padCase("pad a volume", {2, 2, 3, 2, 2}, {0, 1, 0, 1, 0}, {0, 0, 1, 1, 0}));
    cases.push_back(padCase("pad by nothing", {2, 3, 2}, {0, 0, 0}, {0, 0, 0}));
    cases.push_back(padCase("crop an image", {2, 5, 6, 2}, {0, -1, -2, 0}, {0, -2, 0, 0}));
    cases.push_back(padCase("crop to one", {1, 5, 3}, {0, -2, 0}, {0, -2, 0}));
    cases.push_back(padCase("crop here and pad there", {2, 4, 5, 3}, {0, -1, 2, 0}, {0, 3, -4, 0}));
    cases.push_back(padCase("pad, large", {5, 61, 33, 7}, {0, 2, 1, 0}, {0, 1, 3, 0}, false));

    cases.push_back(transposeCase("transpose a matrix", {2, 3, 5}, {0, 2, 1}));
    cases.push_back(transposeCase("transpose to channels first", {2, 3, 2, 4}, {0, 3, 1, 2}));
    cases.push_back(transposeCase("transpose to channels last", {2, 4, 3, 2}, {0, 2, 3, 1}));
    cases.push_back(transposeCase("transpose, channels stay", {2, 3, 4, 2}, {0, 2, 1, 3}));
    cases.push_back(transposeCase("transpose, all turned", {2, 2, 3, 2, 3}, {0, 4, 3, 2, 1}));
    cases.push_back(transposeCase("transpose with an axis of one", {2, 5, 1}, {0, 2, 1}));
    cases.push_back(transposeCase("transpose nothing", {2, 3, 4}, {0, 1, 2}));
    cases.push_back(transposeCase("transpose, large", {3, 67, 35, 41}, {0, 3, 1, 2}, false));
    cases.push_back(transposeCase("transpose, large, two apart", {2, 35, 33, 40}, {0, 3, 2, 1}, false));
    cases.push_back(transposeCase("transpose rows, large", {3, 35, 67, 41}, {0, 2, 1, 3}, false));
}

} // namespace netsmith::test
