#include "engine/core/error.h"
#include "engine/ops/batch_matmul.h"
#include "engine/ops/conv3d.h"
#include "tests/engine/ops/op_cases.h"

#include <QtTest>

#include <functional>

using namespace netsmith;
using namespace netsmith::test;

namespace {

using Values = std::vector<double>;

/// A case and what comes out of it, worked by hand.
struct Worked {
    OpCase given;
    std::vector<Values> expected;
};

/// A call that does not fit, the error's id and words of it.
struct Wrong {
    const char* name;
    std::function<void()> call;
    const char* id;
    std::vector<const char*> words;
};

OpInput f32(const Shape& shape, Values values)
{
    return givenInput(shape, std::move(values));
}

TensorInfo tensor(const Shape& shape, DataType type = DataType::f32)
{
    return {.name = {}, .shape = shape, .type = type};
}

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
    // Of the first sample 2×3 by 3×2, of the second as much by a unit matrix on 0.
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

const std::vector<Worked>& workedRows()
{
    static const std::vector<Worked> rows = [] {
        std::vector<Worked> all;
        addConvolutions(all);
        addMatrices(all);
        return all;
    }();
    return rows;
}

/// A 3×3×3 convolution of 2×6×7×8×4 volumes to 6 filters that `change` may spoil.
void inferConv(const std::function<void(Conv3dAttributes&, std::vector<TensorInfo>&)>& change)
{
    Conv3dAttributes attributes = conv({2, 6, 7, 8, 4}, {3, 3, 3, 4, 6}, {}, 1, true);
    std::vector<TensorInfo> inputs{tensor({2, 6, 7, 8, 4}), tensor({3, 3, 3, 4, 6}), tensor({6})};
    change(attributes, inputs);
    ops::conv3d.infer(attributes, inputs);
}

/// A product of matrices, the right one transposed.
void inferMatmul(const TensorInfo& left, const TensorInfo& right)
{
    ops::batchMatmul.infer(BatchMatmulAttributes(false, true), std::vector{left, right});
}

const std::vector<Wrong>& wrongs()
{
    using Inputs = std::vector<TensorInfo>&;
    static const std::vector<Wrong> all{
        {"conv3d of an image",
         [] { inferConv([](auto&, Inputs in) {
                  in[0] = tensor({2, 7, 8, 4});
              }); },
         "op.rank",
         {"conv3d", "x", "5 axes", "2×7×8×4"}},
        {"conv3d with another kernel than its window's",
         [] { inferConv([](Conv3dAttributes& a, Inputs) { a.window.axes[1].kernel = 2; }); },
         "op.attribute",
         {"conv3d", "3×2×3×C×F", "3×3×3×4×6"}},
        {"conv3d with groups that do not divide",
         [] { inferConv([](Conv3dAttributes& a, Inputs) { a.groups = 4; }); },
         "op.attribute",
         {"conv3d", "4 mod groups = 6 mod groups = 0", "got 4"}},
        {"conv3d that does not fit",
         [] { inferConv([](Conv3dAttributes& a, Inputs) { a.window.axes[0].dilation = 3; }); },
         "op.volume_window",
         {"3×3×3", "dilation 3×1×1", "padding 0,0,0,0,0,0", "6×7×8"}},
        {"conv3d padded past 64 bits",
         [] {
             inferConv([](Conv3dAttributes& a, Inputs) {
                 a.window.axes[2].dilation = std::int64_t{1} << 62;
                 a.window = a.window.paddedSame({6, 7, 8});
             });
         },
         "op.volume_window",
         {"6×7×8"}},
        {"conv3d with a bias nobody told of",
         [] { inferConv([](Conv3dAttributes& a, Inputs) { a.bias = false; }); },
         "op.attribute",
         {"conv3d", "inputs = 2"}},
        {"batch_matmul of a vector",
         [] { inferMatmul(tensor({3}), tensor({3})); },
         "op.rank_least",
         {"batch_matmul", "a", "2 axes or more"}},
        {"batch_matmul of unlike ranks",
         [] {
             inferMatmul(tensor({2, 4, 3}), tensor({5, 3}));
         },
         "op.rank",
         {"batch_matmul", "b", "3 axes", "5×3"}},
        {"batch_matmul of unlike batches",
         [] {
             inferMatmul(tensor({2, 4, 3}), tensor({3, 5, 3}));
         },
         "op.shape",
         {"batch_matmul", "b", "2×5×3", "3×5×3"}},
        {"batch_matmul along unlike axes",
         [] {
             inferMatmul(tensor({2, 4, 3}), tensor({2, 3, 5}));
         },
         "op.shape",
         {"batch_matmul", "b", "2×3×3", "2×3×5"}},
        {"batch_matmul of two types",
         [] {
             inferMatmul(tensor({2, 4, 3}), tensor({2, 5, 3}, DataType::bf16));
         },
         "op.type",
         {"batch_matmul", "b", "bf16"}},
    };
    return all;
}

} // namespace

/// Convolutions of volumes and products of matrices, in numbers worked by hand; what does not fit is refused.
class TestProducts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isAsWorkedByHand_data();
    void isAsWorkedByHand();
    void refuses_data();
    void refuses();
    void countsWhatItMultiplies();
};

void TestProducts::isAsWorkedByHand_data()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<int>("index");
    for (const char* backend : {"reference", "cpu"})
        for (std::size_t i = 0; i < workedRows().size(); ++i)
            QTest::newRow((std::string(backend) + ", " + workedRows()[i].given.name).c_str()) << backend << static_cast<int>(i);
}

void TestProducts::isAsWorkedByHand()
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
    for (std::size_t o = 0; o < worked.expected.size(); ++o)
        QCOMPARE(run.read(run.outputs()[o]), worked.expected[o]); // small integers: exact
}

void TestProducts::refuses_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < wrongs().size(); ++i)
        QTest::newRow(wrongs()[i].name) << static_cast<int>(i);
}

void TestProducts::refuses()
{
    QFETCH(int, index);
    const Wrong& wrong = wrongs()[static_cast<std::size_t>(index)];
    try {
        wrong.call();
    } catch (const Error& error) {
        QCOMPARE(error.message().id(), std::string(wrong.id));
        for (const char* word : wrong.words)
            QVERIFY2(QString(error.what()).contains(word), error.what());
        return;
    }
    QFAIL("it was accepted");
}

void TestProducts::countsWhatItMultiplies()
{
    const Conv3dAttributes attributes = conv({2, 6, 7, 8, 4}, {3, 3, 3, 2, 6}, {.stride = 2}, 2);
    const double expected = 2.0 * 2 * (2 * 3 * 3) * 6 * (27 * 2);
    for (const OpSpec* spec : {&ops::conv3d, &ops::conv3dBackwardData, &ops::conv3dBackwardWeights})
        QCOMPARE(spec->flops(attributes, {}, {}), expected);
    const std::vector<TensorInfo> inputs{tensor({6, 7, 4}), tensor({6, 7, 5})}, outputs{tensor({6, 4, 5})};
    QCOMPARE(ops::batchMatmul.flops(BatchMatmulAttributes(true, false), inputs, outputs), 2.0 * 6 * 4 * 5 * 7);
}

QTEST_GUILESS_MAIN(TestProducts)
#include "test_products.moc"
