#include "engine/core/error.h"
#include "engine/cuda/device/cudnn_convolution.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>

using namespace netsmith;
using namespace netsmith::cuda;

namespace {

/// The description of an H100 for the library.
constexpr const char* h100 =
    R"({"cudnnVersion": 91900, "schemaVersion": 1, "cudaDeviceId": 0, "deviceName": "NVIDIA H100 80GB HBM3",
"deviceVer": 900, "driverVer": 13000, "isTccDriver": 0, "l2CacheSize": 52428800, "maxBlockSize": [1024, 1024, 64], "maxCtasPerSM": 32,
"maxGridSize": [2147483647, 65535, 65535], "maxRegistersPerSM": 65536, "maxSharedMemoryPerBlock": 49152,
"maxSharedMemoryPerBlockOptin": 232448, "maxThreadsPerBlock": 1024, "maxThreadsPerSM": 2048, "memClockRateKHz": 2619000,
"multiProcessorCount": 132, "pciDeviceId": 0, "regsPerBlock": 65536, "reservedSharedMemoryPerBlock": 1024, "smClockRateKHz": 1980000,
"supportCoopLaunch": 1, "totalGlobalMem": 85000000000, "warpSize": 32})";

constexpr std::size_t most = 16;

ConvolutionShape square(std::int64_t images, std::int64_t size, std::int64_t channels, std::int64_t filters, std::int64_t kernel,
                        std::int64_t padding, std::int64_t stride = 1)
{
    const ConvolutionShape::Axis axis{
        .input = size, .output = (size + 2 * padding - kernel) / stride + 1, .kernel = kernel, .stride = stride, .before = padding};
    return {.images = images, .channels = channels, .filters = filters, .axes = {axis, axis}};
}

} // namespace

/// What cuDNN offers for our convolutions on a GPU that is only described: it chooses and prepares plans without one.
class TestCudnnPlans : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void hasPlans_data();
    void hasPlans();
    void f32IsNotCut();
    void biasAndReluAreFused();
    void plansAreChosenAlike();
    void isMadeOfItsTextAgain();
    void whatIsNoTextIsRefused();
    void asMany();
    void whatIsNoShapeHasNone();
    void refusesWhatIsNoGpu();

private:
    std::optional<CudnnTarget> m_target;
};

void TestCudnnPlans::initTestCase()
{
    const CudnnLibrary* const library = CudnnLibrary::instance();
    QVERIFY2(library, "the toolkit is installed but its cuDNN can't be loaded");
    m_target.emplace(*library, h100);
}

void TestCudnnPlans::hasPlans_data()
{
    QTest::addColumn<ConvolutionShape>("shape");
    const auto row = [](const char* name, const ConvolutionShape& shape) { QTest::newRow(name) << shape; };
    row("mnist_cnn's first", square(32, 28, 1, 32, 3, 0));
    row("mnist_cnn's second", square(32, 13, 32, 64, 3, 0));
    row("cifar_vgg's first", square(256, 32, 3, 32, 3, 1));
    row("cifar_vgg's last", square(256, 8, 128, 128, 3, 1));
    row("cifar_resnet's downsampling", square(256, 32, 16, 32, 3, 1, 2));
    row("a shortcut", square(256, 32, 16, 32, 1, 0, 2));
    row("one image", square(1, 7, 5, 3, 3, 1));
    auto grouped = square(64, 16, 32, 64, 3, 1);
    grouped.groups = 4;
    row("in groups", grouped);
    auto dilated = square(8, 20, 8, 8, 3, 2);
    for (auto& axis : dilated.axes) {
        axis.dilation = 2;
        axis.output = 20;
    }
    row("dilated", dilated);
    ConvolutionShape volume = square(4, 12, 8, 16, 3, 1);
    volume.axes.push_back(volume.axes.front());
    row("volumes", volume);
}

void TestCudnnPlans::hasPlans()
{
    QFETCH(ConvolutionShape, shape);
    for (const auto pass : {ConvolutionPass::forward, ConvolutionPass::backwardData, ConvolutionPass::backwardWeights})
        for (const auto& [type, tensorFloat] :
             {std::pair(DataType::f32, false), {DataType::f32, true}, {DataType::bf16, false}, {DataType::f16, false}}) {
            shape.pass = pass;
            shape.type = type;
            shape.tensorFloat = tensorFloat;
            const auto plans = cudnnPlans(*m_target, shape, most);
            QVERIFY2(!plans.empty(), shape.text().c_str());
            for (const ConvolutionPlan& plan : plans) {
                QVERIFY2(plan.implementation().starts_with("cudnn:"), plan.implementation().c_str());
                QVERIFY(plan.workspace() >= 0);
            }
        }
}

/// The best plans for strict f32 and TF32 differ: tensor cores cut to 10 bits, and are left out unless that is allowed.
void TestCudnnPlans::f32IsNotCut()
{
    ConvolutionShape shape = square(128, 28, 64, 128, 3, 1);
    const auto strict = cudnnPlans(*m_target, shape, most);
    shape.tensorFloat = true;
    const auto cut = cudnnPlans(*m_target, shape, most);
    QVERIFY(!strict.empty() && !cut.empty());
    for (const ConvolutionPlan& plan : strict)
        QVERIFY2(plan.implementation() != cut.front().implementation(), plan.implementation().c_str());
}

void TestCudnnPlans::biasAndReluAreFused()
{
    ConvolutionShape shape = square(128, 28, 64, 128, 3, 1);
    shape.tensorFloat = true;
    shape.bias = true;
    QVERIFY(!cudnnPlans(*m_target, shape, most).empty());
    shape.relu = true;
    QVERIFY(!cudnnPlans(*m_target, shape, most).empty());
}

void TestCudnnPlans::plansAreChosenAlike()
{
    const ConvolutionShape shape = square(32, 13, 32, 64, 3, 0);
    const auto one = cudnnPlans(*m_target, shape, most);
    const auto two = cudnnPlans(*m_target, shape, most);
    QVERIFY(std::ranges::equal(one, two, {}, &ConvolutionPlan::text, &ConvolutionPlan::text));
}

void TestCudnnPlans::isMadeOfItsTextAgain()
{
    for (const ConvolutionPlan& plan : cudnnPlans(*m_target, square(32, 13, 32, 64, 3, 0), most)) {
        const auto again = cudnnPlanFrom(*m_target, plan.text());
        QVERIFY(again.has_value());
        QCOMPARE(again->implementation(), plan.implementation());
        QCOMPARE(again->workspace(), plan.workspace());
    }
}

void TestCudnnPlans::whatIsNoTextIsRefused()
{
    const std::string whole = cudnnPlans(*m_target, square(32, 13, 32, 64, 3, 0), 1).front().text();
    for (const std::string& text : {std::string(), std::string("{}"), std::string("[1"), whole.substr(0, whole.size() / 2)})
        QVERIFY2(!cudnnPlanFrom(*m_target, text), text.c_str());
}

void TestCudnnPlans::asMany()
{
    const ConvolutionShape shape = square(128, 28, 64, 128, 3, 1);
    QCOMPARE(cudnnPlans(*m_target, shape, 1).size(), std::size_t{1});
    QCOMPARE(cudnnPlans(*m_target, shape, 3).size(), std::size_t{3});
}

void TestCudnnPlans::whatIsNoShapeHasNone()
{
    ConvolutionShape shape = square(2, 8, 4, 4, 3, 1);
    shape.images = 0;
    QVERIFY(cudnnPlans(*m_target, shape, most).empty());
}

void TestCudnnPlans::refusesWhatIsNoGpu()
{
    try {
        const CudnnTarget target(*CudnnLibrary::instance(), "{\"deviceName\": 3}");
        QFAIL("it was accepted");
    } catch (const Error& error) {
        QCOMPARE(error.message().id(), std::string("cuda.cudnn"));
        QVERIFY2(error.message().text().find("a GPU's properties") != std::string::npos, error.what());
    }
}

NETSMITH_TEST(TestCudnnPlans)
#include "test_cudnn_plans.moc"
