#include "engine/backend/loader.h"
#include "engine/backend/proven_devices.h"
#include "engine/catalog/catalog.h"
#include "engine/cli/command_line.h"
#include "engine/cli/project_options.h"
#include "engine/cli/words/words.h"
#include "engine/core/parallel.h"
#include "engine/data/random_data.h"
#include "engine/inspect/training_steps.h"
#include "engine/train/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace netsmith::cli {
namespace {

constexpr int steps = 20;
constexpr std::int64_t samples = 60; // with a batch of 20: not a power of two, and the order is used more than twice

/// A small network that exercises one family of layers.
class Sample {
public:
    Sample(std::string name, std::string optimizer)
        : m_name(std::move(name))
    {
        m_project.title = m_name;
        m_project.training.optimizer.id = std::move(optimizer);
        add("input", {{"shape", std::vector<std::int64_t>{9, 7, 3}}});
    }

    /// Adds a layer after the one added last, or after those named.
    Sample& add(const std::string& layer, ParameterMap parameters, std::vector<std::string> from = {})
    {
        const std::string id = layer + "_" + std::to_string(m_project.graph.nodes.size());
        if (from.empty() && !m_last.empty())
            from = {m_last};
        Node node;
        node.id = id;
        node.layer = layer;
        node.parameters = std::move(parameters);
        m_project.graph.nodes.push_back(std::move(node));
        for (const std::string& source : from)
            m_project.graph.edges.push_back({{source, "output"}, {id, from.size() > 1 ? "inputs" : "input"}});
        m_last = id;
        return *this;
    }
    Sample& classify() { return add("flatten", {}).add("dense", {{"units", std::int64_t{5}}, {"activation", "softmax"}}); }

    const std::string& name() const { return m_name; }
    const Project& project() const { return m_project; }

private:
    std::string m_name;
    Project m_project;
    std::string m_last;
};

std::vector<Sample> networks()
{
    const auto convolution = [](std::int64_t filters, const char* padding) {
        return ParameterMap{{"filters", filters}, {"padding", padding}, {"activation", "relu"}};
    };
    return {
        Sample("dense layers, Adam", "adam")
            .add("flatten", {})
            .add("dense", {{"units", std::int64_t{11}}, {"activation", "tanh"}})
            .classify(),
        Sample("convolutions and pooling, SGD", "sgd")
            .add("conv2d", convolution(6, "same"))
            .add("max_pooling2d", {})
            .add("conv2d", convolution(5, "same"))
            .add("average_pooling2d", {})
            .classify(),
        Sample("batch normalization, AdamW", "adamw")
            .add("conv2d", convolution(4, "same"))
            .add("batch_normalization", {})
            .add("relu", {})
            .add("global_average_pooling2d", {})
            .classify(),
        Sample("dropout, Adam", "adam").add("flatten", {}).add("dropout", {{"rate", 0.4}}).classify(),
        Sample("branches, Adam", "adam")
            .add("conv2d", convolution(3, "same"))
            .add("add", {}, {"input_0", "conv2d_1"})
            .add("concatenate", {}, {"add_2", "conv2d_1"})
            .classify(),
    };
}

/// About ten times the observed difference: small enough to notice if one precision took the place of another.
double toleranceOf(Precision precision)
{
    switch (precision) {
    case Precision::fp32: return 5e-6;
    case Precision::tf32:
    case Precision::fp16:
    case Precision::fp16Emulated: return 2e-3;
    case Precision::bf16:
    case Precision::bf16Emulated: return 1e-2;
    }
    return 0.0;
}

std::vector<double> lossesOn(Backend& backend, const Sample& sample, const std::string& precision)
{
    static const std::vector<data::FieldSpec> fields{{.name = "image", .type = DataType::u8, .shape = {9, 7, 3}},
                                                     {.name = "label", .type = DataType::u8, .shape = {}, .classes = 5}};
    Project project = sample.project();
    project.training.batch = 20;
    project.training.precision = precision;
    return inspect::TrainingSteps(std::move(project), true, backend, data::randomSplit(fields, samples, 7)).run(steps);
}

/// Trains the sample on the device and in double precision; whether every step's loss agrees.
bool check(Console& console, Backend& device, Backend& oracle, const Sample& sample, const std::string& precision)
{
    double difference = 0.0;
    std::string reason;
    try {
        const std::vector<double> got = lossesOn(device, sample, precision);
        const std::vector<double> expected = lossesOn(oracle, sample, "fp32");
        for (std::size_t i = 0; i < expected.size(); ++i)
            difference = std::max(difference, std::abs(got[i] - expected[i]) / std::max(1.0, std::abs(expected[i])));
    } catch (const Error& error) {
        reason = error.what();
    }
    const double tolerance = toleranceOf(precisionFrom(precision));
    const bool passed = reason.empty() && difference <= tolerance;
    if (reason.empty())
        reason = fmt::format("largest relative difference of {} losses {:.1e}, allowed {:.0e}", steps, difference, tolerance);
    console.event("selftest",
                  {{"check", sample.name()},
                   {"precision", precision},
                   {"device", device.name()},
                   {"passed", passed},
                   {"difference", difference},
                   {"tolerance", tolerance},
                   {"detail", reason}});
    console.line(fmt::format("{}  {}, {}: {}", passed ? "pass" : "FAIL", precision, sample.name(), reason));
    return passed;
}

constexpr const char* allPrecisions = "all";

struct SelftestOptions {
    std::string device = "auto";
    std::string precision = "fp32";
};

/// The one that was asked for, or all that the device offers.
std::vector<std::string> precisionsOf(Backend& device, const SelftestOptions& options)
{
    if (options.precision != allPrecisions)
        return {options.precision};
    std::vector<std::string> names;
    for (const PrecisionSupport& support : train::deviceNamed(device, options.device).precisions)
        if (support.available)
            names.emplace_back(nameOf(support.precision));
    return names;
}

int run(Console& console, const SelftestOptions& options)
{
    Backend& device = *backendFor(options.device).take();
    Backend& oracle = *loadBackend("reference").take();
    int failed = 0;
    int tried = 0;
    for (const std::string& precision : precisionsOf(device, options))
        for (const Sample& sample : networks()) {
            ++tried;
            failed += !check(console, device, oracle, sample, precision);
        }
    const DeviceInfo info = train::deviceNamed(device, options.device);
    if (device.name() == "cuda")
        if (const auto noted = noteProof(info, failed == 0); !noted)
            console.warn(noted.error().what());
    if (failed)
        throw Error(ErrorKind::failed, NS_MESSAGE("cli.selftest", "{0} of {1} checks failed on {2}; its results can't be trusted"),
                    failed, tried, device.name());
    return 0;
}

} // namespace

void addSelftest(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "selftest", "Train small networks on a device and compare it with plain double-precision arithmetic");
    const auto options = std::make_shared<SelftestOptions>();
    command.add_option("--device", options->device, "auto, cpu, cuda:0 or reference")->type_name("DEVICE");
    std::vector<std::string> precisions = precisionNames();
    precisions.emplace_back(allPrecisions);
    command.add_option("--precision", options->precision, "The precision to test (all that the device offers)")
        ->check(CLI::IsMember(precisions));
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
