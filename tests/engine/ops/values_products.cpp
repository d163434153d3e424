#include "engine/ops/batch_matmul.h"
#include "engine/ops/conv3d.h"
#include "tests/engine/ops/worked_values.h"

namespace netsmith::test {
namespace {

Conv3dAttributes conv(const Shape& x, const Shape& w, const WindowAxis& along = {}, std::int64_t groups = 1, bool bias = false,
                      Activation activation = Activation::none)
{
    Conv3dAttributes attributes;
    for (int axis = 0; axis < 3; ++axis) {
        WindowAxis& window = attributes.window.axes[static_cast<std::size_t>(axis)];
        window = along;
        window.kernel = w[axis];
    }
    attributes.groups = groups;
    attributes.bias = bias;
    attributes.activation = activation;
    attributes.inputShape = x;
    attributes.kernelShape = w;
    return attributes;
}

OpCase convCase(const char* name, const OpSpec& spec, const Conv3dAttributes& attributes, std::vector<OpInput> inputs)
{
    return {name, &spec, std::make_shared<Conv3dAttributes>(attributes), std::move(inputs)};
}

void addConvolutions(std::vector<Worked>& rows)
{
    const Shape cube{1, 2, 2, 2, 1}, kernel{2, 2, 2, 1, 1}, row{1, 3, 1, 1, 1}, two{2, 1, 1, 1, 1}, one{1, 1, 1, 1, 1};
    const OpInput x = f32(cube, {1, 2, 3, 4, 5, 6, 7, 8}), w = f32(kernel, {1, 2, 3, 4, 5, 6, 7, 8});
    const OpInput line = f32(row, {1, 2, 3}), pair = f32(two, {1, 10}), dy = f32({1, 2, 1, 1, 1}, {1, 2});
    rows.push_back({convCase("conv3d", ops::conv3d, conv(cube, kernel, {}, 1, true), {x, w, f32({1}, {0.5})}), {{204.5}}});
    // Each window sees one voxel, the n-th through the tap that mirrors it.
    rows.push_back({convCase("conv3d, padded and strided", ops::conv3d, conv(cube, kernel, {1, 2, 1, 1, 1}), {x, w}),
                    {{8, 14, 18, 20, 20, 18, 14, 8}}});
    rows.push_back({convCase("conv3d, dilated", ops::conv3d, conv(row, two, {.dilation = 2}), {line, pair}), {{31}}});
    rows.push_back({convCase("conv3d, groups", ops::conv3d, conv({1, 1, 1, 1, 2}, {1, 1, 1, 1, 4}, {}, 2),
                             {f32({1, 1, 1, 1, 2}, {2, 3}), f32({1, 1, 1, 1, 4}, {5, 7, 11, 13})}),
                    {{10, 14, 33, 39}}});
    rows.push_back(
        {convCase("conv3d and relu", ops::conv3d, conv(row, two, {}, 1, true, Activation::relu), {line, pair, f32({1}, {-25})}),
         {{0, 7}}});
    rows.push_back({convCase("conv3d backward data", ops::conv3dBackwardData, conv(row, two), {dy, pair}), {{1, 12, 20}}});
    rows.push_back({convCase("conv3d backward data, one window", ops::conv3dBackwardData, conv(cube, kernel), {f32(one, {2}), w}),
                    {{2, 4, 6, 8, 10, 12, 14, 16}}});
    rows.push_back(
        {convCase("conv3d backward weights", ops::conv3dBackwardWeights, conv(row, two, {}, 1, true), {line, dy}), {{5, 8}, {3}}});
}

void addMatrices(std::vector<Worked>& rows)
{
    // The second sample is multiplied by a unit matrix above zeros.
    const OpInput a = f32({2, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
                  b = f32({2, 3, 2}, {1, 2, 3, 4, 5, 6, 1, 0, 0, 1, 0, 0});
    const Values expected{22, 28, 49, 64, 7, 8, 10, 11};
    const auto by = [](bool left, bool right) { return std::make_shared<BatchMatmulAttributes>(left, right); };
    rows.push_back({{"batch_matmul", &ops::batchMatmul, by(false, false), {a, b}}, {expected}});
    const OpInput turnedA = f32({2, 3, 2}, {1, 4, 2, 5, 3, 6, 7, 10, 8, 11, 9, 12});
    const OpInput turnedB = f32({2, 2, 3}, {1, 3, 5, 2, 4, 6, 1, 0, 0, 0, 1, 0});
    rows.push_back({{"batch_matmul, left transposed", &ops::batchMatmul, by(true, false), {turnedA, b}}, {expected}});
    rows.push_back({{"batch_matmul, right transposed", &ops::batchMatmul, by(false, true), {a, turnedB}}, {expected}});
    rows.push_back({{"batch_matmul, both transposed", &ops::batchMatmul, by(true, true), {turnedA, turnedB}}, {expected}});
    const OpInput vectors = f32({2, 1, 2}, {1, 2, 3, 4});
    rows.push_back({{"batch_matmul of vectors", &ops::batchMatmul, by(false, true), {vectors, vectors}}, {{5, 25}}});
    rows.push_back(
        {{"batch_matmul, outer", &ops::batchMatmul, by(true, false), {vectors, vectors}}, {{1, 2, 2, 4, 9, 12, 12, 16}}});
}

} // namespace

void addProducts(std::vector<Worked>& rows)
{
    addConvolutions(rows);
    addMatrices(rows);
}

} // namespace netsmith::test
