#include "engine/ops/control.h"
#include "engine/ops/add.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/cast.h"
#include "engine/ops/concat.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/dense.h"
#include "engine/ops/dropout.h"
#include "engine/ops/group_norm.h"
#include "engine/ops/gaussian_noise.h"
#include "engine/ops/layer_norm.h"
#include "engine/ops/pad.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/reshape.h"
#include "engine/ops/softmax.h"
#include "engine/ops/transpose.h"
#include "engine/ops/affine.h"
#include "engine/ops/upsample.h"
#include "tests/engine/ops/op_cases.h"
#include "tests/engine/ops/wrongs.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <iterator>

namespace test_checks {

using namespace netsmith;
using namespace netsmith::test;

namespace {

/// A 3×3 convolution of 2×8×8×4 images to 6 filters, which `change` may break.
void inferConv(const std::function<void(Conv2dAttributes&, std::vector<TensorInfo>&)>& change)
{
    Conv2dAttributes attributes;
    attributes.window.kernel = {3, 3};
    attributes.inputShape = {2, 8, 8, 4};
    attributes.kernelShape = {3, 3, 4, 6};
    std::vector<TensorInfo> inputs{tensor({2, 8, 8, 4}), tensor({3, 3, 4, 6}), tensor({6})};
    change(attributes, inputs);
    infer(ops::conv2d, attributes, inputs);
}

void inferPool(const OpSpec& spec, const Window2d& window, Activation activation = Activation::none)
{
    Pool2dAttributes attributes;
    attributes.window = window;
    attributes.inputShape = {1, 5, 5, 2};
    attributes.activation = activation;
    infer(spec, attributes, {tensor({1, 5, 5, 2})});
}

void inferNorm(double epsilon, double momentum, const Shape& gamma)
{
    BatchNormAttributes attributes;
    attributes.epsilon = epsilon;
    attributes.momentum = momentum;
    infer(ops::batchNorm, attributes, {tensor({4, 3}), tensor(gamma), tensor({3}), tensor({3}), tensor({3})});
}

const std::vector<Wrong>& wrongs()
{
    using Inputs = std::vector<TensorInfo>&;
    static const Attributes none;
    static const DenseAttributes dense;
    static const Window2d two{{2, 2}, {2, 2}};
    static const std::vector<Wrong> all{
        {"too few inputs", [] { infer(ops::softmax, none, {}); }, "op.inputs", {"softmax", "expected 1 input,", "got 0"}},
        {"too many inputs",
         [] {
             infer(ops::add, AddAttributes(), std::vector(3, tensor({1, 2})));
         },
         "op.inputs",
         {"add", "expected 2 inputs", "got 3"}},
        {"one to concatenate",
         [] {
             infer(ops::concat, ConcatAttributes(1), {tensor({1, 2})});
         },
         "op.inputs_least",
         {"concat", "2 inputs or more", "got 1"}},
        {"shapes that differ",
         [] {
             infer(ops::add, AddAttributes(), {tensor({2, 3}), tensor({2, 4})});
         },
         "op.shape",
         {"add", "b", "2×3", "2×4"}},
        {"types that differ",
         [] {
             infer(ops::add, AddAttributes(), {tensor({2, 3}), tensor({2, 3}, DataType::bf16)});
         },
         "op.type",
         {"add", "b", "f32", "bf16"}},
        {"activation of integers",
         [] { infer(ops::activation, ActivationAttributes(Activation::relu), {tensor({2}, DataType::i32)}); },
         "op.type",
         {"activation", "x", "f32/bf16", "i32"}},
        {"leaky relu with a slope below 0",
         [] { infer(ops::activation, ActivationAttributes(Activation::leakyRelu, -0.5), {tensor({2})}); },
         "op.attribute",
         {"activation", "alpha", "-0.5"}},
        {"cast to integers",
         [] { infer(ops::cast, CastAttributes(DataType::i32), {tensor({2})}); },
         "op.attribute",
         {"cast", "f32/bf16/f16", "i32"}},
        {"cast to the same",
         [] { infer(ops::cast, CastAttributes(DataType::f32), {tensor({2})}); },
         "op.attribute",
         {"cast", "type ≠ f32", "f32"}},
        {"concat of other rows",
         [] {
             infer(ops::concat, ConcatAttributes(2), {tensor({1, 2, 3}), tensor({1, 4, 3})});
         },
         "op.shape",
         {"concat", "1×2×3", "1×4×3"}},
        {"concat of integers",
         [] {
             infer(ops::concat, ConcatAttributes(1), std::vector(2, tensor({1, 2}, DataType::i32)));
         },
         "op.type",
         {"concat", "the first input", "i32"}},
        {"concat of batches",
         [] {
             infer(ops::concat, ConcatAttributes(0), std::vector(2, tensor({1, 2})));
         },
         "op.attribute",
         {"concat", "1 ≤ axis ≤ 1", "got 0"}},
        {"slice past the end",
         [] {
             infer(ops::slice, SliceAttributes(1, 2, 3), {tensor({1, 4})});
         },
         "op.attribute",
         {"slice", "begin + size ≤ 4", "begin 2 size 3"}},
        {"slice past 64 bits",
         [] {
             infer(ops::slice, SliceAttributes(1, 1, std::numeric_limits<std::int64_t>::max()), {tensor({1, 4})});
         },
         "op.attribute",
         {"slice"}},
        {"reshape to another size",
         [] {
             infer(ops::reshape, ReshapeAttributes({2, 5}), {tensor({3, 4})});
         },
         "op.attribute",
         {"reshape", "elements = 12", "2×5"}},

        {"dense of another width",
         [] {
             infer(ops::dense, dense, {tensor({2, 3}), tensor({4, 5}), tensor({5})});
         },
         "op.shape",
         {"dense", "w", "3×5", "4×5"}},
        {"dense with a short bias",
         [] {
             infer(ops::dense, dense, {tensor({2, 3}), tensor({3, 5}), tensor({4})});
         },
         "op.shape",
         {"dense", "b", "5", "4"}},
        {"dense without its bias",
         [] {
             infer(ops::dense, dense, {tensor({2, 3}), tensor({3, 5})});
         },
         "op.inputs",
         {"dense", "got 2"}},
        {"dense with weights of another type",
         [] {
             infer(ops::dense, dense, {tensor({2, 3}), tensor({3, 5}, DataType::bf16), tensor({5})});
         },
         "op.type",
         {"dense", "w", "f32", "bf16"}},
        {"dense with a bias of another type",
         [] {
             infer(ops::dense, dense, {tensor({2, 3}, DataType::bf16), tensor({3, 5}), tensor({5}, DataType::f16)});
         },
         "op.type",
         {"dense", "b", "f32/bf16", "f16"}},
        {"dense of a vector",
         [] {
             infer(ops::dense, dense, {tensor({3}), tensor({3, 5}), tensor({5})});
         },
         "op.rank_least",
         {"dense", "x", "2 axes or more"}},
        {"conv2d of a matrix",
         [] { inferConv([](auto&, Inputs in) {
                  in[0] = tensor({2, 8});
              }); },
         "op.rank",
         {"conv2d", "x", "4 axes", "2×8"}},
        {"conv2d of another image",
         [] { inferConv([](auto&, Inputs in) {
                  in[0] = tensor({2, 8, 9, 4});
              }); },
         "op.shape",
         {"conv2d", "x", "2×8×8×4", "2×8×9×4"}},
        {"conv2d with other channels",
         [] {
             inferConv([](Conv2dAttributes& a, Inputs in) {
                 a.kernelShape = {3, 3, 3, 6};
                 in[1] = tensor({3, 3, 3, 6});
             });
         },
         "op.attribute",
         {"conv2d", "C = 4", "got 3"}},
        {"conv2d with groups that do not divide",
         [] { inferConv([](Conv2dAttributes& a, Inputs) { a.groups = 4; }); },
         "op.attribute",
         {"conv2d", "4 mod groups = 6 mod groups = 0", "got 4"}},
        {"conv2d in no groups", [] { inferConv([](Conv2dAttributes& a, Inputs) { a.groups = 0; }); }, "op.attribute", {"got 0"}},
        {"conv2d with weights of another type",
         [] { inferConv([](auto&, Inputs in) { in[1].type = DataType::bf16; }); },
         "op.type",
         {"conv2d", "w", "bf16"}},
        {"conv2d that does not fit",
         [] { inferConv([](Conv2dAttributes& a, Inputs) {
                  a.window.dilation = {4, 1};
              }); },
         "op.window",
         {"dilation 4×1", "8×8"}},
        {"conv2d with a bias nobody told of",
         [] { inferConv([](Conv2dAttributes& a, Inputs) { a.bias = false; }); },
         "op.attribute",
         {"conv2d", "inputs = 2"}},
        {"pooling that does not fit",
         [] {
             inferPool(ops::maxPool2d, {{6, 1}, {1, 1}});
         },
         "op.window",
         {"6×1 kernel", "5×5"}},
        {"pooling of padding alone",
         [] {
             inferPool(ops::maxPool2d, {{2, 2}, {2, 2}, {1, 1}, 2, 0, 0, 0});
         },
         "op.attribute",
         {"max_pool2d", "≠ ∅"}},
        {"pooling between the pixels",
         [] {
             inferPool(ops::avgPool2d, {{2, 1}, {1, 1}, {8, 1}, 2, 2, 0, 0});
         },
         "op.attribute",
         {"avg_pool2d", "≠ ∅"}},
        {"max pooling and tanh", [] { inferPool(ops::maxPool2d, two, Activation::tanh); }, "op.attribute", {"relu", "tanh"}},
        {"average pooling and relu",
         [] { inferPool(ops::avgPool2d, two, Activation::relu); },
         "op.attribute",
         {"avg_pool2d", "relu"}},

        {"norm with an epsilon of NaN", [] { inferNorm(notANumber, 0.9, {3}); }, "op.attribute", {"batch_norm", "epsilon", "nan"}},
        {"norm without epsilon", [] { inferNorm(0.0, 0.9, {3}); }, "op.attribute", {"epsilon", "got 0"}},
        {"norm with a momentum of NaN", [] { inferNorm(1e-3, notANumber, {3}); }, "op.attribute", {"momentum", "nan"}},
        {"norm with a short gamma", [] { inferNorm(1e-3, 0.9, {2}); }, "op.shape", {"batch_norm", "gamma", "3", "2"}},
        {"padding of the batch",
         [] {
             infer(ops::pad, PadAttributes({1, 0}, {0, 0}), {tensor({2, 3})});
         },
         "op.attribute",
         {"pad", "nothing around the batch", "1,0"}},
        {"padding of an axis too few",
         [] {
             infer(ops::pad, PadAttributes({0}, {0}), {tensor({2, 3})});
         },
         "op.attribute",
         {"pad", "2 numbers on each side"}},
        {"cropping of everything",
         [] {
             infer(ops::pad, PadAttributes({0, -2}, {0, -1}), {tensor({2, 3})});
         },
         "op.attribute",
         {"pad", "sizes ≥ 1", "2×3"}},
        {"cropping of everything to pad it again",
         [] {
             infer(ops::pad, PadAttributes({0, -3}, {0, 2}), {tensor({2, 3})});
         },
         "op.attribute",
         {"pad", "sizes ≥ 1", "2×3"}},
        {"padding past 64 bits",
         [] {
             infer(ops::pad, PadAttributes({0, std::numeric_limits<std::int64_t>::max()}, {0, 0}), {tensor({2, 3})});
         },
         "op.attribute",
         {"pad", "sizes ≥ 1"}},
        {"a transposed batch",
         [] {
             infer(ops::transpose, TransposeAttributes({1, 0}), {tensor({2, 3})});
         },
         "op.attribute",
         {"transpose", "begins with 0", "1,0"}},
        {"an order with an axis twice",
         [] {
             infer(ops::transpose, TransposeAttributes({0, 1, 1}), {tensor({2, 3, 4})});
         },
         "op.attribute",
         {"transpose", "0 to 2", "0,1,1"}},
        {"noise of no finite deviation",
         [] {
             const double infinity = std::numeric_limits<double>::infinity();
             infer(ops::gaussianNoise, GaussianNoiseAttributes(false, infinity, 1, 2),
                   {tensor({2}), tensor({control::counterCount}, DataType::i64)});
         },
         "op.attribute",
         {"gaussian_noise", "deviation", "inf"}},
        {"dropout of the channels of single numbers",
         [] {
             infer(ops::dropout, DropoutAttributes(0.5, 1, 2, Dropped::channels),
                   {tensor({2}), tensor({control::counterCount}, DataType::i64)});
         },
         "op.rank_least",
         {"dropout", "2 axes"}},
        {"layer norm of a vector of samples",
         [] {
             infer(ops::layerNorm, LayerNormAttributes(1e-3), {tensor({4}), tensor({4}), tensor({4})});
         },
         "op.rank_least",
         {"layer_norm", "2 axes", "got 4"}},
        {"layer norm without epsilon",
         [] {
             infer(ops::layerNorm, LayerNormAttributes(0.0), {tensor({2, 4}), tensor({4}), tensor({4})});
         },
         "op.attribute",
         {"layer_norm", "epsilon > 0", "got 0"}},
        {"layer norm with a short beta",
         [] {
             infer(ops::layerNorm, LayerNormAttributes(1e-3), {tensor({2, 4}), tensor({4}), tensor({3})});
         },
         "op.shape",
         {"layer_norm", "beta", "4", "3"}},
        {"group norm of groups that do not divide",
         [] {
             infer(ops::groupNorm, GroupNormAttributes(3, 1e-3), {tensor({2, 4}), tensor({4}), tensor({4})});
         },
         "op.attribute",
         {"group_norm", "groups that divide 4", "got 3"}},
        {"group norm with an epsilon of NaN",
         [] {
             infer(ops::groupNorm, GroupNormAttributes(2, notANumber), {tensor({2, 4}), tensor({4}), tensor({4})});
         },
         "op.attribute",
         {"group_norm", "epsilon", "nan"}},
        {"dropout of all",
         [] {
             infer(ops::dropout, DropoutAttributes(1.0, 0, 0), {tensor({2, 3}), tensor({control::counterCount}, DataType::i64)});
         },
         "op.attribute",
         {"dropout", "0 ≤ rate < 1", "got 1"}},
        {"dropout of NaN",
         [] {
             infer(ops::dropout, DropoutAttributes(notANumber, 0, 0),
                   {tensor({2, 3}), tensor({control::counterCount}, DataType::i64)});
         },
         "op.attribute",
         {"dropout", "nan"}},

        {"an activation nobody knows", [] { activationNamed("swish"); }, "op.activation", {"swish", "relu"}},
        {"a padding nobody knows",
         [] {
             windowFor({5, 5}, {3, 3}, {1, 1}, {1, 1}, "full");
         },
         "op.padding",
         {"full", "same"}},
        {"upsampling of an axis too few",
         [] {
             infer(ops::upsample, UpsampleAttributes({2}), {tensor({2, 3, 3, 1})});
         },
         "op.rank",
         {"upsample"}},
        {"upsampling of four axes",
         [] {
             infer(ops::upsample, UpsampleAttributes({2, 2, 2, 2}), {tensor({2, 3, 3, 3, 3, 1})});
         },
         "op.attribute",
         {"upsample", "1 to 3 factors", "2×2×2×2"}},
        {"upsampling by nothing",
         [] {
             infer(ops::upsample, UpsampleAttributes({2, 0}), {tensor({2, 3, 3, 1})});
         },
         "op.attribute",
         {"upsample", "factors ≥ 1", "2×0"}},
        {"upsampling past 64 bits",
         [] {
             infer(ops::upsample, UpsampleAttributes({std::numeric_limits<std::int64_t>::max()}), {tensor({2, 3, 1})});
         },
         "op.attribute",
         {"upsample", "2⁶³"}},
        {"gradient of an upsampling that the factors don't divide",
         [] {
             infer(ops::upsampleBackward, UpsampleAttributes({2, 3}), {tensor({2, 4, 7, 1})});
         },
         "op.attribute",
         {"upsample_backward", "4×7", "2×3"}},
        {"affine of another number of channels",
         [] {
             infer(ops::affine, AffineAttributes({1.0, 2.0}, {0.0}), {tensor({2, 4, 4, 3})});
         },
         "op.attribute",
         {"affine", "one for each of 3 channels", "1,2"}},
        {"affine of too many channels",
         [] {
             infer(ops::affine, AffineAttributes(std::vector(17, 1.0), {0.0}), {tensor({2, 17})});
         },
         "op.attribute",
         {"affine", "at most 16"}},
        {"affine by infinity",
         [] {
             infer(ops::affine, AffineAttributes({1.0}, {std::numeric_limits<double>::infinity()}), {tensor({2, 17})});
         },
         "op.attribute",
         {"affine", "finite numbers", "inf"}},
    };
    return all;
}

/// All of them, from every file.
const std::vector<Wrong>& allWrongs()
{
    static const std::vector<Wrong> all = [] {
        std::vector<Wrong> joined = wrongs();
        std::ranges::move(wrongsOfProducts(), std::back_inserter(joined));
        std::ranges::move(wrongsOfRecurrence(), std::back_inserter(joined));
        std::ranges::move(wrongsOfTraining(), std::back_inserter(joined));
        std::ranges::move(wrongsOfUpdates(), std::back_inserter(joined));
        return joined;
    }();
    return all;
}

} // namespace

/// Invalid ops are rejected when they are emitted, with a message that says what was expected and got.
class TestChecks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void acceptsWhatCasesGive();
};

void TestChecks::refuses_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < allWrongs().size(); ++i)
        QTest::newRow(allWrongs()[i].name.c_str()) << static_cast<int>(i);
}

void TestChecks::refuses()
{
    QFETCH(int, index);
    const Wrong& wrong = allWrongs()[static_cast<std::size_t>(index)];
    try {
        wrong.call();
    } catch (const Error& error) {
        QCOMPARE(error.message().id(), std::string(wrong.id));
        QCOMPARE(static_cast<int>(error.kind()), static_cast<int>(ErrorKind::input));
        for (const char* word : wrong.words)
            QVERIFY2(QString(error.what()).contains(word), error.what());
        QVERIFY2(!QString(error.what()).contains('{'), error.what());
        return;
    }
    QFAIL("it was accepted");
}

void TestChecks::acceptsWhatCasesGive()
{
    for (const OpCase& each : opCases()) {
        std::vector<TensorInfo> inputs;
        for (const OpInput& input : each.inputs)
            inputs.push_back(input.absent ? TensorInfo{} : tensor(input.shape, input.type));
        QVERIFY(each.spec->infer(*each.attributes, inputs).size() >= 1);
    }
}

NETSMITH_TEST(TestChecks)

} // namespace test_checks

#include "test_checks.moc"
