#include "engine/plan/feature_programs.h"

#include "engine/ops/cast.h"
#include "engine/ops/copy.h"
#include "engine/plan/passes/precision.h"
#include "engine/plan/passes/unused_ops.h"

#include <utility>

namespace netsmith {

NetworkLowering::Outputs FeaturePrograms::outputs(Emitter& emitter, std::string_view stream, TensorId counters)
{
    NetworkLowering::Outputs known;
    for (const CachedFeature& feature : m_options.features) {
        emitter.setOrigin({feature.node});
        known[{feature.node, feature.port}] = m_fields.gather(emitter, stream, feature.field(), false, counters);
    }
    emitter.setOrigin({});
    return known;
}

void FeaturePrograms::build(std::string_view name, std::string_view stream, TensorId counters)
{
    m_plan.programs.push_back({std::string(name), {}});
    Program& program = m_plan.programs.back();
    Emitter emitter(m_plan.tensors, program);
    const bool training = name == programs::trainFeatures;
    const auto inputs = m_fields.inputs(emitter, stream, counters, training);
    m_network.setPhase(layersOfPhase(m_project, m_catalog, 0));
    const bool averages = std::exchange(m_plan.averages, false);
    const auto outputs = m_network.lower(emitter, inputs, counters, training);
    m_plan.averages = averages;
    lowerPrecision(m_plan.tensors, program, m_options.precision, m_project.training.fp32Layers);
    std::vector<TensorId> kept;
    for (const CachedFeature& feature : m_options.features) {
        emitter.setOrigin({feature.node});
        const TensorId output = emitCast(emitter, outputs.at({feature.node, feature.port}), DataType::f32);
        kept.push_back(emitter.emitOne(ops::copy, noAttributes(), {output}));
        TensorInfo& info = m_plan.tensors[static_cast<std::size_t>(kept.back())];
        info.name = std::string(name) + '/' + feature.field().name;
        info.role = Role::stepScoped;
    }
    emitter.setOrigin({});
    keepOnly(program, kept);
}

} // namespace netsmith
