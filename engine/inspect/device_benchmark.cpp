#include "engine/inspect/device_benchmark.h"
#include "engine/predict/memory_check.h"

#include "engine/catalog/catalog.h"
#include "engine/core/philox.h"
#include "engine/predict/compiled_network.h"
#include "engine/train/trainer/launch_pacer.h"

#include <algorithm>
#include <memory>

namespace netsmith::inspect {
namespace {

/// A network built around one kernel of interest.
struct MadeNetwork {
    std::string layer; ///< whose kernel is timed
    ParameterMap parameters{};
    std::vector<std::int64_t> sample{};
    std::int64_t batch = 1;
};

constexpr std::int64_t classes = 10;

/// The layer, followed by as little as makes it a complete project.
Project projectAround(const MadeNetwork& network, const std::string& device, const std::string& precision)
{
    Project project;
    const auto add = [&project](const std::string& id, const std::string& layer, ParameterMap parameters) {
        if (!project.graph.nodes.empty())
            project.graph.edges.push_back({{project.graph.nodes.back().id, "output"}, {id, "input"}});
        Node node;
        node.id = id;
        node.layer = layer;
        node.parameters = std::move(parameters);
        project.graph.nodes.push_back(std::move(node));
    };
    add("input", "input", {{"shape", network.sample}});
    add("timed", network.layer, network.parameters);
    if (network.sample.size() > 1)
        add("mean", "global_average_pooling2d", {});
    add("classes", "dense", {{"units", classes}, {"activation", "softmax"}});
    project.data.divide = 1.0;
    project.training.device = device;
    project.training.precision = precision;
    project.training.batch = network.batch;
    project.training.optimizer = {"sgd", {}};
    return project;
}

/// A product of square matrices; each size takes eight times the work of the one before.
MadeNetwork productOf(int size)
{
    const std::int64_t edge = std::int64_t{32} << size;
    return {"dense", {{"units", edge}}, {edge}, 2 * edge};
}

/// A convolution typical for the middle of a network, with more pictures and channels for each size.
MadeNetwork convolutionOf(int size)
{
    const std::int64_t channels = std::min<std::int64_t>(std::int64_t{8} << size, 128);
    const std::int64_t pictures = std::max<std::int64_t>((std::int64_t{1} << 2 * size) >> 6, 1);
    return {"conv2d",
            {{"filters", channels}, {"kernel_size", std::vector<std::int64_t>{3, 3}}, {"padding", "same"}},
            {28, 28, channels},
            pictures};
}

/// ReLU over an FP32 array of about this many bytes.
MadeNetwork passOver(std::int64_t bytes)
{
    constexpr std::int64_t edge = 256;
    constexpr std::int64_t channels = 16;
    const std::int64_t sampleBytes = edge * edge * channels * 4;
    return {"relu", {}, {edge, edge, channels}, std::max<std::int64_t>(bytes / sampleBytes, 1)};
}

/// The kernel of interest computes most; a cast before it may move more bytes.
bool isMore(const KernelInfo& kernel, const KernelInfo& other)
{
    return std::pair(kernel.flops, kernel.bytes) > std::pair(other.flops, other.bytes);
}

/// Such a network on a device, with random numbers, to run the one kernel alone.
class TimedKernel {
public:
    TimedKernel(Backend& backend, const CheckedProject& checked)
        : m_network(backend, {checked, precisionFrom(checked.project().training.precision)}, {checked.project().training.batch})
        , m_sized(m_network.at(m_network.batch()))
    {
        m_network.drawWeights();
        // Noise, because zeros take less power and may be skipped: a short piece repeated, which is fast to draw.
        RandomStream stream(1, 1);
        std::vector<double> stretch(4093);
        for (double& value : stretch)
            value = stream.uniform(-1.0, 1.0);
        for (const TensorId input : m_sized.plan.predictInputs) {
            std::vector<double> values(static_cast<std::size_t>(m_sized.plan.tensor(input).shape.elements()));
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = stretch[i % stretch.size()];
            m_sized.executable->write(input, values).take();
        }
        const std::vector<KernelInfo> kernels = m_sized.executable->kernels(m_sized.predict);
        for (std::size_t i = 0; i < kernels.size(); ++i)
            if (std::ranges::find(kernels[i].origin, "timed") != kernels[i].origin.end() && isMore(kernels[i], m_info)) {
                m_info = kernels[i];
                m_index = static_cast<int>(i);
            }
        m_sized.executable->runOps(m_sized.predict, 0, static_cast<int>(kernels.size())).take(); // its inputs are then available
    }

    const KernelInfo& info() const { return m_info; }

    double seconds()
    {
        const train::Stopwatch watch;
        m_sized.executable->runOps(m_sized.predict, m_index, m_index + 1).take();
        return watch.seconds();
    }

    double medianSeconds(const BenchmarkOptions& options)
    {
        std::vector<double> each;
        for (double spent = 0.0; each.size() < 5 || spent < options.seconds; spent += each.back()) {
            options.watch.throwIfStopped();
            each.push_back(seconds());
        }
        const auto middle = each.begin() + static_cast<std::ptrdiff_t>(each.size() / 2);
        std::ranges::nth_element(each, middle);
        return *middle;
    }

private:
    CompiledNetwork m_network;
    const CompiledNetwork::Sized& m_sized;
    KernelInfo m_info;
    int m_index = 0;
};

class Benchmark {
public:
    Benchmark(DeviceReport& report, Backend& backend, const BenchmarkOptions& options)
        : m_report(report)
        , m_backend(backend)
        , m_options(options)
    {
    }

    void run()
    {
        std::vector<PrecisionReport*> own;
        for (PrecisionReport& precision : m_report.precisions)
            if (precision.available && !isEmulated(precisionFrom(precision.name)))
                own.push_back(&precision);
        m_total = static_cast<std::int64_t>(own.size()) * 2 + 2;
        for (PrecisionReport* precision : own) {
            precision->gemm = flopsOf(&productOf, precision->name);
            precision->conv = flopsOf(&convolutionOf, precision->name);
        }
        m_report.measuredBandwidth = memoryBandwidth();
        tell();
        m_report.ways.clear();
        for (Bandwidth& bandwidth : m_backend.bandwidths().take())
            m_report.ways.emplace_back(std::move(bandwidth.way), bandwidth.bytesPerSecond);
    }

private:
    void tell()
    {
        m_options.watch.tell(PreparingStage::measuring, Message(NS_MESSAGE("benchmark.measuring", "Measuring {0}"), m_report.id),
                             m_done++, m_total);
    }

    /// Nothing if it takes more than half of the free memory.
    std::unique_ptr<TimedKernel> kernelOf(const MadeNetwork& network, const std::string& precision)
    {
        m_options.watch.throwIfStopped();
        const Project project = projectAround(network, m_report.id, precision);
        const std::vector<FieldType> fields{
            {"image", Shape(network.sample), DataType::f32},
            {"label", Shape(), DataType::u8, static_cast<int>(classes)},
        };
        const CheckedProject checked(project, catalog(), fields);
        const NetworkRequest request{checked, precisionFrom(precision)};
        if (estimateMemory(m_backend, request, {network.batch}).total() > m_report.memoryFree / 2)
            return nullptr;
        return std::make_unique<TimedKernel>(m_backend, checked);
    }

    double flopsOf(MadeNetwork (*networkOf)(int size), const std::string& precision)
    {
        tell();
        double rate = 0.0;
        for (int size = m_options.firstSize; size <= m_options.lastSize; ++size) {
            const auto kernel = kernelOf(networkOf(size), precision);
            if (!kernel)
                break;
            const bool isLong = std::min(kernel->seconds(), kernel->seconds()) >= m_options.kernelSeconds;
            if (isLong || size == m_options.lastSize) {
                rate = kernel->info().flops / kernel->medianSeconds(m_options);
                break;
            }
            rate = kernel->info().flops / std::min(kernel->seconds(), kernel->seconds()); // in case the next size does not fit
        }
        return rate;
    }

    double memoryBandwidth()
    {
        tell();
        for (std::int64_t bytes = m_options.memoryBytes; bytes >= m_options.memoryBytes / 4; bytes /= 2)
            if (const auto kernel = kernelOf(passOver(bytes), "fp32"))
                return kernel->info().bytes / kernel->medianSeconds(m_options);
        return 0.0;
    }

    DeviceReport& m_report;
    Backend& m_backend;
    const BenchmarkOptions& m_options;
    std::int64_t m_done = 0;
    std::int64_t m_total = 0;
};

} // namespace

void measure(DeviceReport& report, Backend& backend, const BenchmarkOptions& options)
{
    Benchmark(report, backend, options).run();
}

} // namespace netsmith::inspect
