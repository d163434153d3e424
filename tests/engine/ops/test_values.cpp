#include "engine/core/philox.h"
#include "engine/ops/add.h"
#include "engine/ops/add_bias.h"
#include "engine/ops/affine.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/cast.h"
#include "engine/ops/concat.h"
#include "engine/ops/constant.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/copy.h"
#include "engine/ops/dense.h"
#include "engine/ops/dropout.h"
#include "engine/ops/embedding.h"
#include "engine/ops/fold_batch_norm.h"
#include "engine/ops/gather.h"
#include "engine/ops/group_norm.h"
#include "engine/ops/layer_norm.h"
#include "engine/ops/pad.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/reshape.h"
#include "engine/ops/stop_gradient.h"
#include "engine/ops/transpose.h"
#include "engine/ops/upsample.h"
#include "tests/engine/ops/worked_values.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_values {

using namespace netsmith;
using namespace netsmith::test;

namespace {

std::shared_ptr<const Attributes> norm(double epsilon, double momentum, bool fused = false)
{
    auto attributes = std::make_shared<BatchNormAttributes>();
    attributes->epsilon = epsilon;
    attributes->momentum = momentum;
    attributes->activation = fused ? Activation::relu : Activation::none;
    attributes->residual = fused;
    return attributes;
}

std::shared_ptr<const Attributes> denseWith(Activation activation, bool bias = true)
{
    auto attributes = std::make_shared<DenseAttributes>();
    attributes->activation = activation;
    attributes->bias = bias;
    return attributes;
}

std::shared_ptr<const Attributes> conv(const Shape& x, const Shape& w, Window2d window, std::int64_t groups = 1, bool bias = true,
                                       Activation activation = Activation::none)
{
    auto attributes = std::make_shared<Conv2dAttributes>();
    attributes->window = window;
    attributes->window.kernel = {w[0], w[1]};
    attributes->groups = groups;
    attributes->bias = bias;
    attributes->activation = activation;
    attributes->inputShape = x;
    attributes->kernelShape = w;
    return attributes;
}

std::shared_ptr<const Attributes> pool(const Shape& x, Window2d window, Activation activation = Activation::none)
{
    auto attributes = std::make_shared<Pool2dAttributes>();
    attributes->window = window;
    attributes->inputShape = x;
    attributes->activation = activation;
    return attributes;
}

std::shared_ptr<const Attributes> gatherTwo(double subtract, double divide, DataType type)
{
    auto attributes = std::make_shared<GatherAttributes>();
    attributes->batch = 2;
    attributes->subtract = subtract;
    attributes->divide = divide;
    attributes->type = type;
    return attributes;
}

void addVectors(std::vector<Worked>& rows)
{
    const OpInput three = f32({1, 3}, {-2, 0, 3});
    rows.push_back({{"relu", &ops::activation, with<ActivationAttributes>(Activation::relu), {three}}, {{0, 0, 3}}});
    rows.push_back(
        {{"tanh", &ops::activation, with<ActivationAttributes>(Activation::tanh), {f32({1, 2}, {0, std::log(2.0)})}}, {{0, 0.6}}});
    rows.push_back(
        {{"sigmoid", &ops::activation, with<ActivationAttributes>(Activation::sigmoid), {f32({1, 2}, {0, ln3})}}, {{0.5, 0.75}}});
    const std::vector<OpInput> resultAndGradient{f32({1, 2}, {0, 0.5}), f32({1, 2}, {4, 8})};
    const auto backward = [&](Activation kind) {
        return OpCase{std::string(nameOf(kind)) + " backward", &ops::activationBackward, with<ActivationAttributes>(kind),
                      resultAndGradient};
    };
    rows.push_back({backward(Activation::relu), {{0, 8}}});
    rows.push_back({backward(Activation::sigmoid), {{0, 2}}});
    rows.push_back({backward(Activation::tanh), {{4, 6}}});

    const std::vector<OpInput> pair{f32({1, 2}, {1, 2}), f32({1, 2}, {3, -5})};
    rows.push_back({{"add", &ops::add, with<AddAttributes>(Activation::none), pair}, {{4, -3}}});
    rows.push_back({{"add and relu", &ops::add, with<AddAttributes>(Activation::relu), pair}, {{4, 0}}});
    // 1 + 2⁻⁸ and 1 + 3·2⁻⁸ are half-way between two numbers of bf16: the even one is taken.
    rows.push_back(
        {{"cast", &ops::cast, with<CastAttributes>(DataType::bf16), {f32({1, 2}, {1.00390625, 1.01171875})}}, {{1.0, 1.015625}}});
    rows.push_back({{"concat", &ops::concat, with<ConcatAttributes>(1), {f32({2, 2}, {1, 2, 4, 5}), f32({2, 1}, {3, 6})}},
                    {{1, 2, 3, 4, 5, 6}}});
    rows.push_back({{"slice", &ops::slice, with<SliceAttributes>(1, 1, 2), {f32({2, 3}, {1, 2, 3, 4, 5, 6})}}, {{2, 3, 5, 6}}});
    rows.push_back({{"affine", &ops::affine, with<AffineAttributes>(Values{2, -1}, Values{0.5}), {f32({2, 2}, {1, 2, 3, 4})}},
                    {{2.5, -1.5, 6.5, -3.5}}});
    rows.push_back({{"constant", &ops::constant, with<ConstantAttributes>(2.5), {}}, {{2.5}}});
    rows.push_back({{"constant of four", &ops::constant, with<ConstantAttributes>(2.5, Shape{2, 2}), {}}, {{2.5, 2.5, 2.5, 2.5}}});
    rows.push_back({{"copy", &ops::copy, noAttributes(), {three}}, {{-2, 0, 3}}});
    rows.push_back({{"reshape", &ops::reshape, with<ReshapeAttributes>(Shape{3, 1}), {three}}, {{-2, 0, 3}}});
    rows.push_back({{"stop_gradient", &ops::stopGradient, noAttributes(), {three}}, {{-2, 0, 3}}});

    const OpInput x = f32({1, 2}, {1, 2});
    const OpInput w = f32({2, 3}, {1, 2, 3, 4, 5, 6});
    const OpInput b = f32({3}, {0.5, 0, -20});
    const OpInput dy = f32({1, 3}, {1, 0, -1});
    rows.push_back({{"dense", &ops::dense, denseWith(Activation::none), {x, w, b}}, {{9.5, 12, -5}}});
    rows.push_back({{"dense and relu", &ops::dense, denseWith(Activation::relu), {x, w, b}}, {{9.5, 12, 0}}});
    rows.push_back({{"dense, no bias", &ops::dense, denseWith(Activation::none, false), {x, w}}, {{9, 12, 15}}});
    rows.push_back({{"dense backward data", &ops::denseBackwardData, denseWith(Activation::none), {dy, w}}, {{-2, -2}}});
    rows.push_back({{"dense backward weights", &ops::denseBackwardWeights, denseWith(Activation::none), {x, dy}},
                    {{1, 0, -1, 2, 0, -2}, {1, 0, -1}}});

    rows.push_back(
        {{"gather",
          &ops::gather,
          gatherTwo(10, 10, DataType::f32),
          {data(givenInput({3, 2}, {10, 20, 30, 40, 50, 60}, DataType::u8)), data(i32({3}, {0, 2, 1})), countersInput(0, 1, 0, 0)}},
         {{4, 5, 2, 3}}});
    const OpInput ids = f32({2, 2}, {2, 0, 2, 1});
    rows.push_back({{"embedding", &ops::embedding, with<EmbeddingAttributes>(3, -1), {f32({3, 2}, {1, 2, 3, 4, 5, 6}), ids}},
                    {{5, 6, 1, 2, 5, 6, 3, 4}}});
    const OpInput arriving = f32({2, 2, 2}, {1, 2, 3, 4, 10, 20, 5, 6});
    rows.push_back({{"embedding backward", &ops::embeddingBackward, with<EmbeddingAttributes>(4, -1), {ids, arriving}},
                    {{3, 4, 5, 6, 11, 22, 0, 0}}});
    rows.push_back({{"embedding backward with padding", &ops::embeddingBackward, with<EmbeddingAttributes>(4, 2), {ids, arriving}},
                    {{3, 4, 5, 6, 0, 0, 0, 0}}});
    rows.push_back({{"gather classes",
                     &ops::gather,
                     gatherTwo(10, 10, DataType::i32),
                     {data(givenInput({3}, {7, 8, 9}, DataType::u8)), data(i32({3}, {0, 2, 1})), countersInput(0, 0, 0, 0)}},
                    {{7, 9}}});
}

void addImages(std::vector<Worked>& rows)
{
    const Shape image{1, 3, 3, 1};
    const Shape kernel{2, 2, 1, 1};
    const OpInput x = f32(image, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    const OpInput w = f32(kernel, {1, 2, 3, 4});
    const OpInput b = f32({1}, {0.5});
    const OpInput dy = f32({1, 2, 2, 1}, {1, 0, 0, 2});
    const Window2d plain;
    const Window2d padded{{}, {2, 2}, {1, 1}, 1, 0, 1, 0};
    const Window2d dilated{{}, {1, 1}, {2, 2}};
    rows.push_back({{"conv2d", &ops::conv2d, conv(image, kernel, plain), {x, w, b}}, {{37.5, 47.5, 67.5, 77.5}}});
    rows.push_back(
        {{"conv2d, padded and strided", &ops::conv2d, conv(image, kernel, padded), {x, w, b}}, {{4.5, 18.5, 36.5, 77.5}}});
    rows.push_back({{"conv2d, dilated", &ops::conv2d, conv(image, kernel, dilated, 1, false), {x, w}}, {{64}}});
    rows.push_back(
        {{"conv2d and relu", &ops::conv2d, conv(image, kernel, plain, 1, true, Activation::relu), {x, w, f32({1}, {-50})}},
         {{0, 0, 17, 27}}});
    rows.push_back({{"conv2d, groups",
                     &ops::conv2d,
                     conv({1, 1, 1, 2}, {1, 1, 1, 4}, plain, 2, false),
                     {f32({1, 1, 1, 2}, {2, 3}), f32({1, 1, 1, 4}, {5, 7, 11, 13})}},
                    {{10, 14, 33, 39}}});
    rows.push_back(
        {{"conv2d backward data", &ops::conv2dBackwardData, conv(image, kernel, plain), {dy, w}}, {{1, 2, 0, 3, 6, 4, 0, 6, 8}}});
    const Shape grown{1, 4, 4, 1};
    rows.push_back({{"transposed conv2d, stride 2",
                     &ops::conv2dBackwardData,
                     conv(grown, kernel, {{}, {2, 2}}, 1, false),
                     {f32({1, 2, 2, 1}, {1, 2, 3, 4}), w}},
                    {{1, 2, 2, 4, 3, 4, 6, 8, 3, 6, 4, 8, 9, 12, 12, 16}}});
    rows.push_back({{"depthwise conv2d, two filters a channel",
                     &ops::conv2d,
                     conv({1, 1, 2, 2}, {1, 2, 1, 4}, plain, 2),
                     {f32({1, 1, 2, 2}, {1, 2, 3, 4}), f32({1, 2, 1, 4}, {1, 2, 3, 4, 5, 6, 7, 8}), f32({4}, {0, 0.5, 0, 100})}},
                    {{16, 20.5, 34, 140}}});
    rows.push_back(
        {{"add_bias", &ops::addBias, std::make_shared<AddBiasAttributes>(), {f32({2, 2}, {1, 2, 3, 4}), f32({2}, {10, -3})}},
         {{11, -1, 13, 1}}});
    rows.push_back({{"add_bias and relu",
                     &ops::addBias,
                     std::make_shared<AddBiasAttributes>(Activation::relu),
                     {f32({2, 2}, {1, 2, 3, 4}), f32({2}, {10, -3})}},
                    {{11, 0, 13, 1}}});
    rows.push_back({{"add_bias backward", &ops::addBiasBackward, noAttributes(), {f32({3, 2}, {1, 2, 3, 4, 5, 6})}}, {{9, 12}}});
    rows.push_back(
        {{"conv2d backward weights", &ops::conv2dBackwardWeights, conv(image, kernel, plain), {x, dy}}, {{11, 14, 20, 23}, {3}}});

    const Shape four{1, 2, 2, 1};
    const Shape one{1, 1, 1, 1};
    const Window2d two{{2, 2}, {2, 2}};
    const Window2d corner{{2, 2}, {1, 1}, {1, 1}, 1, 0, 1, 0};
    const auto byte = [&](double winner) { return givenInput(one, {winner}, DataType::u8); };
    rows.push_back({{"max pooling", &ops::maxPool2d, pool(four, two), {f32(four, {1, 4, 3, 2})}}, {{4}, {1}}});
    rows.push_back({{"max pooling of equals", &ops::maxPool2d, pool(four, two), {f32(four, {5, 5, 5, 5})}}, {{5}, {0}}});
    rows.push_back({{"max pooling below 0", &ops::maxPool2d, pool(four, two), {f32(four, {-4, -3, -2, -1})}}, {{-1}, {3}}});
    rows.push_back({{"max pooling and relu", &ops::maxPool2d, pool(four, two, Activation::relu), {f32(four, {-4, -3, -2, -1})}},
                    {{0}, {255}}});
    rows.push_back({{"max pooling, padded", &ops::maxPool2d, pool(one, corner), {f32(one, {-7})}}, {{-7}, {3}}});
    rows.push_back(
        {{"max pooling backward", &ops::maxPool2dBackward, pool(four, two), {f32(one, {10}), byte(1)}}, {{0, 10, 0, 0}}});
    rows.push_back({{"max pooling backward behind relu",
                     &ops::maxPool2dBackward,
                     pool(four, two, Activation::relu),
                     {f32(one, {10}), byte(255)}},
                    {{0, 0, 0, 0}}});
    rows.push_back({{"average pooling", &ops::avgPool2d, pool(four, two), {f32(four, {1, 4, 3, 2})}}, {{2.5}}});
    rows.push_back({{"average pooling, padded", &ops::avgPool2d, pool(one, corner), {f32(one, {7})}}, {{7}}});
    rows.push_back({{"average pooling backward", &ops::avgPool2dBackward, pool(four, two), {f32(one, {8})}}, {{2, 2, 2, 2}}});
}

void addNorms(std::vector<Worked>& rows)
{
    const auto vector = [](double value) { return f32({1}, {value}); };
    const OpInput x = f32({2, 1}, {1, 3});
    const std::vector<OpInput> inputs{x, vector(2), vector(1), vector(10), vector(5)};
    std::vector<OpInput> withResidual = inputs;
    withResidual.push_back(f32({2, 1}, {-1, 1}));
    // The batch's mean is 2, its variance 1, and 1/√(1 + 3) = 1/2.
    rows.push_back({{"batch_norm", &ops::batchNorm, norm(3, 0.75), inputs}, {{0, 2}, {2}, {0.5}, {8}, {4}}});
    rows.push_back({{"batch_norm, fused", &ops::batchNorm, norm(3, 0.75, true), withResidual}, {{0, 3}, {2}, {0.5}, {8}, {4}}});
    rows.push_back({{"batch_norm backward",
                     &ops::batchNormBackward,
                     norm(3, 0.75),
                     {x, vector(2), vector(2), vector(0.5), f32({2, 1}, {1, 0})}},
                    {{0.375, -0.375}, {-0.5}, {1}}});
    rows.push_back({{"batch_norm backward, fused",
                     &ops::batchNormBackward,
                     norm(3, 0.75, true),
                     {x, vector(2), vector(2), vector(0.5), f32({2, 1}, {1, 2}), f32({2, 1}, {0, 3})}},
                    {{-0.75, 0.75}, {1}, {2}, {0, 2}}});
    const std::vector<OpInput> fixed{f32({2, 1}, {5, -9}), vector(2), vector(1), vector(1), vector(3)};
    rows.push_back({{"batch_norm_inference", &ops::batchNormInference, norm(1, 0.9), fixed}, {{5, -9}}});
    std::vector<OpInput> fixedWithResidual = fixed;
    fixedWithResidual.push_back(f32({2, 1}, {1, 1}));
    rows.push_back({{"batch_norm_inference, fused", &ops::batchNormInference, norm(1, 0.9, true), fixedWithResidual}, {{6, 0}}});
    const OpInput w = f32({2, 1}, {1, 2});
    rows.push_back({{"fold_batch_norm",
                     &ops::foldBatchNorm,
                     with<FoldBatchNormAttributes>(1.0),
                     {w, vector(3), vector(4), vector(1), vector(1), vector(3)}},
                    {{2, 4}, {5}}});
    rows.push_back({{"fold_batch_norm, no bias",
                     &ops::foldBatchNorm,
                     with<FoldBatchNormAttributes>(1.0),
                     {w, absent(), vector(4), vector(1), vector(1), vector(3)}},
                    {{2, 4}, {-1}}});
}

void addSampleNorms(std::vector<Worked>& rows)
{
    // Mean 2, variance 1, and 1/√(1 + 3) = 1/2; around 0 the mean square is 5, and 1/√(5 + 4) = 1/3.
    const OpInput row = f32({1, 2}, {1, 3});
    const OpInput gamma = f32({2}, {2, 4});
    const OpInput beta = f32({2}, {1, -1});
    const OpInput dy = f32({1, 2}, {1, 0});
    const auto number = [](double value) { return f32({1}, {value}); };
    rows.push_back({{"layer_norm", &ops::layerNorm, with<LayerNormAttributes>(3.0), {row, gamma, beta}}, {{0, 1}, {2}, {0.5}}});
    rows.push_back({{"layer_norm without either", &ops::layerNorm, with<LayerNormAttributes>(3.0), {row, absent(), absent()}},
                    {{-0.5, 0.5}, {2}, {0.5}}});
    rows.push_back({{"layer_norm, uncentred", &ops::layerNorm, with<LayerNormAttributes>(4.0, false), {row, gamma, absent()}},
                    {{2.0 / 3, 4}, {0}, {1.0 / 3}}});
    rows.push_back(
        {{"layer_norm backward", &ops::layerNormBackward, with<LayerNormAttributes>(3.0), {row, gamma, number(2), number(0.5), dy}},
         {{0.375, -0.375}, {-0.5, 0}, {1, 0}}});
    // 1/3 · (2 − 1/3 · 1/3), and 1/3 · (0 − 1 · 1/3)
    rows.push_back({{"layer_norm backward, uncentred",
                     &ops::layerNormBackward,
                     with<LayerNormAttributes>(4.0, false),
                     {row, gamma, number(0), number(1.0 / 3), dy}},
                    {{17.0 / 27, -1.0 / 9}, {1.0 / 3, 0}, {1, 0}}});

    // Groups of one channel at two positions: 1 and 3, and 10 and 14, of mean 12 and variance 4.
    const OpInput sequence = f32({1, 2, 2}, {1, 10, 3, 14});
    rows.push_back({{"group_norm", &ops::groupNorm, with<GroupNormAttributes>(2, 3.0), {sequence, gamma, beta}},
                    {{0, -1 - 8 / std::sqrt(7.0), 2, -1 + 8 / std::sqrt(7.0)}, {2, 12}, {0.5, 1 / std::sqrt(7.0)}}});
    rows.push_back({{"group_norm, one group", &ops::groupNorm, with<GroupNormAttributes>(1, 3.0), {row, absent(), absent()}},
                    {{-0.5, 0.5}, {2}, {0.5}}});
    rows.push_back({{"group_norm backward",
                     &ops::groupNormBackward,
                     with<GroupNormAttributes>(1, 3.0),
                     {row, gamma, f32({1, 1}, {2}), f32({1, 1}, {0.5}), dy}},
                    {{0.375, -0.375}, {-0.5, 0}, {1, 0}}});
}

void addShapes(std::vector<Worked>& rows)
{
    using Sizes = std::vector<std::int64_t>;
    const OpInput x = f32({1, 2, 3}, {1, 2, 3, 4, 5, 6});
    rows.push_back(
        {{"pad", &ops::pad, with<PadAttributes>(Sizes{0, 1, 0}, Sizes{0, 0, 1}), {x}}, {{0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0}}});
    rows.push_back({{"crop", &ops::pad, with<PadAttributes>(Sizes{0, 0, -1}, Sizes{0, -1, 0}), {x}}, {{2, 3}}});
    rows.push_back({{"crop and pad", &ops::pad, with<PadAttributes>(Sizes{0, 0, -2}, Sizes{0, 0, 1}), {x}}, {{3, 0, 6, 0}}});
    rows.push_back(
        {{"transpose", &ops::transpose, with<TransposeAttributes>(std::vector<int>{0, 2, 1}), {x}}, {{1, 4, 2, 5, 3, 6}}});
    rows.push_back({{"transpose of three axes",
                     &ops::transpose,
                     with<TransposeAttributes>(std::vector<int>{0, 3, 1, 2}),
                     {f32({1, 2, 1, 3}, {1, 2, 3, 4, 5, 6})}},
                    {{1, 4, 2, 5, 3, 6}}});
}

/// As the header specifies: element e of the s-th sample is kept where word e mod 4 of {e/4, low s, high s, node} says so.
Worked dropoutByTheBook()
{
    constexpr std::uint64_t seed = 0xfeedfacecafebeefULL;
    constexpr std::uint32_t node = 99;
    constexpr std::int64_t drawn = (std::int64_t{3} << 32) + 7;
    Worked worked{{"dropout",
                   &ops::dropout,
                   with<DropoutAttributes>(0.25, seed, node),
                   {f32({2, 6}, Values(12, 3.0)), countersInput(0, 0, drawn, 0)}},
                  {Values()}};
    for (std::int64_t sample = drawn; sample < drawn + 2; ++sample)
        for (std::uint32_t e = 0; e < 6; ++e) {
            const auto words =
                Philox::draw(seed, {e / 4, static_cast<std::uint32_t>(sample), static_cast<std::uint32_t>(sample >> 32), node});
            worked.expected[0].push_back(Philox::uniform(words[e % 4]) >= 0.25f ? 4.0 : 0.0);
        }
    return worked;
}

/// The linear results are those of PyTorch's F.interpolate without align_corners, and its gradients.
void addUpsampling(std::vector<Worked>& rows)
{
    const auto by = [](std::vector<std::int64_t> factors, Interpolation interpolation) {
        return std::make_shared<UpsampleAttributes>(std::move(factors), interpolation);
    };
    const OpInput x = f32({1, 2, 2, 1}, {1, 2, 3, 4});
    rows.push_back({{"upsample", &ops::upsample, by({2, 3}, Interpolation::nearest), {x}},
                    {{1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 3, 3, 3, 4, 4, 4}}});
    rows.push_back({{"upsample rows", &ops::upsample, by({2, 1}, Interpolation::nearest), {x}}, {{1, 2, 1, 2, 3, 4, 3, 4}}});
    rows.push_back({{"upsample linearly", &ops::upsample, by({2, 2}, Interpolation::linear), {x}},
                    {{1, 1.25, 1.75, 2, 1.5, 1.75, 2.25, 2.5, 2.5, 2.75, 3.25, 3.5, 3, 3.25, 3.75, 4}}});
    rows.push_back({{"upsample linearly by 3", &ops::upsample, by({3}, Interpolation::linear), {f32({1, 3, 1}, {0, 3, 9})}},
                    {{0, 0, 1, 2, 3, 5, 7, 9, 9}}});
    const OpInput dy = f32({1, 9, 1}, {3, 0, 0, 0, 0, 6, 0, 0, 12});
    rows.push_back({{"upsample backward", &ops::upsampleBackward, by({3}, Interpolation::nearest), {dy}}, {{3, 6, 12}}});
    rows.push_back({{"upsample linearly backward", &ops::upsampleBackward, by({3}, Interpolation::linear), {dy}}, {{3, 4, 14}}});
}

const std::vector<Worked>& workedRows()
{
    static const std::vector<Worked> rows = [] {
        std::vector<Worked> all;
        addVectors(all);
        addImages(all);
        addNorms(all);
        addSampleNorms(all);
        addShapes(all);
        addBoxes(all);
        addLosses(all);
        addProducts(all);
        addRecurrence(all);
        addRounding(all);
        addUpsampling(all);
        all.push_back(dropoutByTheBook());
        return all;
    }();
    return rows;
}

} // namespace

/// The definition of each op, in numbers worked out by hand.
class TestValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isAsWorkedByHand_data();
    void isAsWorkedByHand();
};

void TestValues::isAsWorkedByHand_data()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<int>("index");
    for (const char* backend : {"reference", "cpu"})
        for (std::size_t i = 0; i < workedRows().size(); ++i)
            QTest::newRow((std::string(backend) + ", " + workedRows()[i].given.name).c_str()) << backend << static_cast<int>(i);
}

void TestValues::isAsWorkedByHand()
{
    QFETCH(QString, backend);
    QFETCH(int, index);
    const Worked& worked = workedRows()[static_cast<std::size_t>(index)];
    const Availability available = availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    OpRun run(*available.backend, worked.given);
    run.runForward();
    QCOMPARE(run.outputs().size(), worked.expected.size());
    for (std::size_t o = 0; o < worked.expected.size(); ++o) {
        const Values got = run.read(run.outputs()[o]);
        const Values& expected = worked.expected[o];
        QCOMPARE(got.size(), expected.size());
        for (std::size_t i = 0; i < got.size(); ++i)
            QVERIFY2(got[i] == expected[i] || (std::isnan(got[i]) && std::isnan(expected[i]))
                         || std::abs(got[i] - expected[i]) <= 1e-6 * std::max(1.0, std::abs(expected[i])),
                     qPrintable(QString("output %1, element %2: %3, expected %4").arg(o).arg(i).arg(got[i]).arg(expected[i])));
    }
}

NETSMITH_TEST(TestValues)

} // namespace test_values

#include "test_values.moc"
