#include "engine/inspect/layer_costs.h"

#include "engine/ops/round.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace netsmith::inspect {
namespace {

Precision precisionOf(DataType type, const LogicalPlan& plan, const Op& op)
{
    if (type == DataType::bf16)
        return Precision::bf16;
    if (type == DataType::f16)
        return Precision::fp16;
    // TF32 is how products treat numbers stored as FP32; emulated ones are rounded before.
    const bool isProduct = op.spec->precision == PrecisionRule::low;
    const bool isLower = (isProduct && (plan.precision == Precision::tf32 || isEmulated(plan.precision))) || op.spec == &ops::round;
    return isLower ? plan.precision : Precision::fp32;
}

} // namespace

std::vector<LayerTime> layerTimes(TrainingSteps& steps, const PreparingWatch& watch)
{
    const std::vector<KernelInfo> kernels = steps.kernels();
    std::vector<double> seconds;
    // The minimum of a few passes: disturbances only make a pass longer.
    double spent = 0.0;
    for (int pass = 0; pass < 4 && spent < 0.5; ++pass) {
        watch.throwIfStopped();
        const std::vector<double> now = steps.timeKernels();
        spent += std::accumulate(now.begin(), now.end(), 0.0);
        seconds.resize(now.size(), std::numeric_limits<double>::infinity());
        std::ranges::transform(seconds, now, seconds.begin(), [](double a, double b) { return std::min(a, b); });
    }
    std::vector<LayerTime> layers;
    double total = 0.0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (kernels[i].implementation == "view")
            continue;
        const std::string node = kernels[i].origin.empty() ? std::string() : kernels[i].origin.front();
        auto layer = std::ranges::find(layers, node, &LayerTime::node);
        if (layer == layers.end())
            layer = layers.insert(layer, {node, 0.0, 0.0, {}});
        layer->seconds += seconds[i];
        total += seconds[i];
        if (std::ranges::find(layer->kernels, kernels[i].implementation) == layer->kernels.end())
            layer->kernels.push_back(kernels[i].implementation);
    }
    for (LayerTime& layer : layers)
        layer.share = total > 0.0 ? layer.seconds / total : 0.0;
    std::ranges::stable_sort(layers, std::ranges::greater(), &LayerTime::seconds);
    return layers;
}

std::vector<LayerPrecision> layerPrecisions(const LogicalPlan& plan)
{
    std::vector<LayerPrecision> precisions;
    std::vector<double> costs; // of what each was read from
    for (const Op& op : plan.program(programs::predict).ops) {
        if (op.origin.empty() || op.spec->name == "cast")
            continue;
        const double cost = costOf(op, plan.tensors).flops;
        const std::string name(nameOf(precisionOf(plan.tensor(op.inputs[0]).type, plan, op)));
        const auto known = std::ranges::find(precisions, op.origin.front(), &LayerPrecision::node);
        if (known == precisions.end()) {
            precisions.push_back({op.origin.front(), name});
            costs.push_back(cost);
        } else if (double& most = costs[static_cast<std::size_t>(known - precisions.begin())]; cost > most) {
            known->precision = name;
            most = cost;
        }
    }
    return precisions;
}

bool isPlain(const std::string& kernel)
{
    return kernel.find("ref") != std::string::npos;
}

} // namespace netsmith::inspect
