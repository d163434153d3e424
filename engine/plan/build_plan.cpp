#include "engine/plan/build_plan.h"

#include "engine/graph/blocks/blocks.h"
#include "engine/ops/add.h"
#include "engine/ops/constant.h"
#include "engine/ops/control.h"
#include "engine/ops/gradient_steps.h"
#include "engine/ops/keep_zeros.h"
#include "engine/ops/loss_scale.h"
#include "engine/ops/max_norm.h"
#include "engine/ops/merge.h"
#include "engine/ops/moving_average.h"
#include "engine/ops/scale.h"
#include "engine/ops/update.h"
#include "engine/plan/batch_fields.h"
#include "engine/plan/feature_programs.h"
#include "engine/plan/layer_tensors.h"
#include "engine/plan/memory/segment_layout.h"
#include "engine/plan/metric_columns.h"
#include "engine/plan/network_lowering.h"
#include "engine/plan/objectives.h"
#include "engine/plan/passes/autodiff.h"
#include "engine/plan/passes/hidden_layers.h"
#include "engine/plan/passes/precision.h"
#include "engine/plan/passes/unused_ops.h"
#include "engine/plan/phase_layers.h"
#include "engine/plan/prediction_programs.h"
#include "engine/plan/step_sums.h"
#include "engine/plan/trained_parameters.h"

#include <algorithm>
#include <utility>

namespace netsmith {
namespace {

/// Builds the four programs of a plan over one table of tensors.
class PlanBuilder {
public:
    PlanBuilder(const Project& project, const Catalog& catalog, std::span<const FieldType> fields, const PlanOptions& options,
                const ShapeWalk& shapes)
        : m_project(project)
        , m_catalog(catalog)
        , m_options(options)
        , m_network(m_plan, project.graph, catalog, shapes)
        , m_fields(m_plan, project, catalog, fields, options, shapes)
        , m_features(m_plan, project, catalog, options, m_network, m_fields)
        , m_groups(updateGroups(project.training))
    {
        m_plan.name = project.title;
        m_plan.batch = options.batch;
        m_plan.batchPart = options.silent ? BatchPart::none : options.ranks > 1 ? BatchPart::share : BatchPart::whole;
        m_plan.precision = options.precision;
        m_plan.fuse = options.fuse;
        m_plan.seed = options.seed;
        m_plan.updateGroups = static_cast<int>(m_groups.size());
        for (std::size_t phase = 0; phase < phaseCount(project.training); ++phase) {
            std::vector<bool>& trained = m_plan.phases.emplace_back();
            for (const UpdateGroup& group : m_groups)
                trained.push_back(trainsIn(project.training, phase, group.name));
        }
        m_plan.countsGroups = !project.training.phases.empty();
        m_plan.accumulate = static_cast<int>(project.training.gradientAccumulationSteps);
        m_plan.averages = project.training.emaMomentum > 0.0;
        if (options.has(programs::update))
            for (const UpdateGroup& group : m_groups)
                m_plan.slotValues.push_back(optimizerOf(group).slots(group.optimizer->parameters));
    }

    LogicalPlan build()
    {
        addControl();
        const bool trains = m_options.has(programs::update);
        if (trains) {
            const int phases = static_cast<int>(m_plan.phases.size());
            for (int phase = 0; phase < phases; ++phase)
                buildForwardBackward(phase);
            layOutTables();
            for (int phase = 0; phase < phases; ++phase) {
                if (m_plan.accumulate > 1)
                    buildAccumulate(phase);
                buildUpdate(phase);
            }
        }
        if (m_options.has(programs::evaluate))
            buildEvaluate();
        if (trains && !m_options.features.empty()) {
            m_features.build(programs::trainFeatures, "train", m_trainCounters);
            m_features.build(programs::evaluateFeatures, "evaluate", m_evaluateCounters);
        }
        PredictionPrograms predictions(m_plan, m_project, m_catalog, m_options, m_network, m_fields);
        if (m_options.has(programs::predict))
            predictions.buildPredict();
        if (m_options.has(programs::inputGradients))
            predictions.buildInputGradients();
        if (!trains)
            layOutTables();
        layOutState(m_plan);
        return std::move(m_plan);
    }

private:
    /// What a phase's `forward_backward` passes to its `update`.
    struct Pass {
        ObjectiveTensors objectives;
        TensorId lossScale = noTensor; ///< what the losses are multiplied by, if they are
    };

    TensorId add(std::string name, Shape shape, DataType type, Role role, Arena arena = Arena::none)
    {
        m_plan.tensors.push_back({std::move(name), shape, type, role, arena, -1});
        return static_cast<TensorId>(m_plan.tensors.size()) - 1;
    }

    TensorInfo& info(TensorId id) { return m_plan.tensors[static_cast<std::size_t>(id)]; }

    Program& begin(std::string_view name, int phase = 0)
    {
        m_plan.programs.push_back({programs::ofPhase(name, phase), {}});
        return m_plan.programs.back();
    }

    void layOutTables()
    {
        treatGroups(m_plan.parameters, m_project.training);
        for (std::size_t group = 0; group < m_plan.slotValues.size(); ++group)
            if (updateRanges(m_plan.parameters, static_cast<int>(group)).empty())
                m_plan.slotValues[group].clear(); // it updates nothing
        markHiddenLayers(m_plan.parameters, m_project, m_catalog);
        layOut(m_plan.parameters);
        layOut(m_plan.statistics);
    }

    void addControl()
    {
        const auto addRates = [this](int group) {
            m_rates.push_back(add("rates", {control::maximumSteps}, DataType::f32, Role::control));
            info(m_rates.back()).offset = group * std::int64_t{control::maximumSteps};
        };
        m_status = add("status", {1}, DataType::i32, Role::control);
        addRates(0);
        m_metrics = add("metrics", {control::maximumSteps, 1}, DataType::f32, Role::control); // widened by `nameColumns`
        m_trainCounters = add("train/counters", {control::counterCount}, DataType::i64, Role::control);
        if (m_plan.accumulate > 1)
            m_accumulated = add("accumulated_sums", {1}, DataType::f32, Role::control); // likewise
        m_evaluateCounters = add("evaluate/counters", {control::counterCount}, DataType::i64, Role::control);
        for (int group = 1; group < m_plan.updateGroups; ++group)
            addRates(group);
        for (int group = 0; group < m_plan.updateGroups; ++group)
            m_stepCounters.push_back(
                m_plan.countsGroups ? add(groupStream(group) + "/counters", {control::counterCount}, DataType::i64, Role::control)
                                    : m_trainCounters);
    }

    /// Allocates a step's sums in the ring of metrics, and for accumulation. Evaluation has the columns of training.
    void nameColumns(const ObjectiveTensors& objectives)
    {
        if (!m_plan.columns.empty())
            return;
        std::vector<std::int64_t> counts;
        for (const TensorId column : objectives.columns)
            counts.push_back(info(column).shape.elements());
        m_plan.columns = metricColumns(m_project, counts, hasPenalty(m_project, m_catalog));
        if (m_accumulated != noTensor)
            info(m_accumulated).shape = {1 + std::ssize(m_plan.columns)};
        if (isScaled(m_options.precision))
            m_plan.columns.push_back({std::string(lossScaleColumn)});
        info(m_metrics).shape = {control::maximumSteps, std::ssize(m_plan.columns)};
    }

    ObjectiveTensors emitObjectives(Emitter& emitter, const NetworkLowering::Outputs& outputs, std::string_view stream,
                                    std::map<std::string, BatchFields::Batch> inputs, TensorId counters)
    {
        const ObjectiveCall call{m_project, m_catalog, m_options, m_plan, m_network, m_fields};
        return netsmith::emitObjectives(emitter, call, outputs, stream, std::move(inputs), counters);
    }

    void lowerToPrecision(Program& program)
    {
        lowerPrecision(m_plan.tensors, program, m_options.precision, m_project.training.fp32Layers);
    }

    void buildForwardBackward(int phase)
    {
        Program& program = begin(programs::forwardBackward, phase);
        Emitter emitter(m_plan.tensors, program);
        const auto inputs = m_fields.inputs(emitter, "train", m_trainCounters, true);
        const auto known = m_features.outputs(emitter, "train", m_trainCounters);
        m_network.setPhase(layersOfPhase(m_project, m_catalog, static_cast<std::size_t>(phase)));
        const auto outputs = m_network.lower(emitter, inputs, m_trainCounters, true, known);
        Pass& pass = m_passes.emplace_back();
        pass.objectives = emitObjectives(emitter, outputs, "train", inputs, m_trainCounters);
        nameColumns(pass.objectives);
        lowerToPrecision(program);
        const Program lowered = program;
        dropUnused(m_plan.tensors, program, pass.objectives.columns);

        emitter.setOrigin({});
        if (isScaled(m_options.precision))
            pass.lossScale =
                emitter.emitOne(ops::lossScale, std::make_shared<LossScaleAttributes>(lossScaling()), {m_trainCounters});
        std::vector<Differentiated> differentiated;
        for (std::size_t i = 0; i < pass.objectives.losses.size(); ++i)
            differentiated.push_back({pass.objectives.losses[i], objectiveSeed(emitter, pass, i)});
        if (pass.objectives.penalty != noTensor)
            differentiated.push_back({pass.objectives.penalty, gradientSeed(emitter, pass, 1.0)});
        const auto gradients = differentiate(emitter, differentiated, phase);
        if (phase == 0)
            m_plan.layers = layerTensors(emitter, lowered, outputs, m_network.order(), gradients);
        for (const TensorId column : pass.objectives.columns)
            info(column).role = Role::stepScoped;
        if (pass.lossScale != noTensor)
            info(pass.lossScale).role = Role::stepScoped;
    }

    /// Gives each parameter that a phase trains the gradient of the losses that train it. `all` are those of the objectives, then
    /// the penalty. Returns the gradient of each tensor; if several backward passes reach one, that of the first.
    std::map<TensorId, TensorId> differentiate(Emitter& emitter, const std::vector<Differentiated>& all, int phase)
    {
        std::map<TensorId, TensorId> gradients;
        for (const auto& [objectives, parameters] : trainedBy(m_plan.parameters, m_project.training, phase)) {
            std::vector<Differentiated> losses;
            for (std::size_t i = 0; i < all.size(); ++i)
                if (i >= objectives.size() || objectives[i])
                    losses.push_back(all[i]);
            gradients.merge(appendBackward(emitter, m_plan.tensors, losses, parameters));
            emitter.setOrigin({});
        }
        return gradients;
    }

    /// The same for a smaller last batch: the gradients of several may be added up.
    LossScaling lossScaling() const { return {m_project.training.lossScale, m_project.training.batch}; }

    /// The seed gradient of a loss with this weight.
    static TensorId gradientSeed(Emitter& emitter, const Pass& pass, double weight)
    {
        if (pass.lossScale == noTensor)
            return emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(weight), {});
        return weight == 1.0 ? pass.lossScale : emitScale(emitter, pass.lossScale, weight);
    }

    /// The same for an objective, in proportion if its valid steps differ from the first one's.
    TensorId objectiveSeed(Emitter& emitter, const Pass& pass, std::size_t index)
    {
        const TensorId seed = gradientSeed(emitter, pass, m_project.training.objectives[index].weight);
        const std::vector<SampleCount>& counts = pass.objectives.sampleCounts;
        if (counts[index].mask == counts[0].mask)
            return seed;
        return emitMerge(emitter, Merge::multiply, seed, emitShareOf(emitter, m_options.batch, counts[0], counts[index]));
    }

    /// Checks a step's gradients: computes their scale, and whether the step counts.
    TensorId guard(Emitter& emitter, TensorId squares, const ObjectiveTensors& step, TensorId lossScale)
    {
        const double clip = m_project.training.globalClipnorm;
        const TensorId scale = add("", Shape{}, DataType::f32, Role::activation);
        std::vector<TensorId> inputs{squares, step.columns[1]};
        inputs.insert(inputs.end(), step.losses.begin(), step.losses.end());
        if (step.penalty != noTensor)
            inputs.push_back(step.penalty);
        if (lossScale == noTensor) {
            inputs.push_back(m_status);
            emitter.emitInto(ops::guard, std::make_shared<GuardAttributes>(clip), std::move(inputs), {scale, m_status});
            return scale;
        }
        inputs.insert(inputs.end(), {lossScale, m_trainCounters, m_status});
        emitter.emitInto(ops::scaledGuard, std::make_shared<ScaledGuardAttributes>(clip, lossScaling()), std::move(inputs),
                         {scale, m_trainCounters, m_status});
        return scale;
    }

    const OptimizerSpec& optimizerOf(const UpdateGroup& group) const { return *m_catalog.optimizers->find(group.optimizer->id); }

    /// All weights, or a mirror of them.
    TensorId parameterArena(Arena arena) { return add("", {m_plan.parameters.elements}, DataType::f32, Role::arena, arena); }

    /// The end of a batch that is not the last of its step: its gradients and sums are accumulated, and the next batch follows.
    void buildAccumulate(int phase)
    {
        const ObjectiveTensors& batch = m_passes[static_cast<std::size_t>(phase)].objectives;
        Program& program = begin(programs::accumulate, phase);
        Emitter emitter(m_plan.tensors, program);
        const TensorId accumulated = parameterArena(Arena::accumulated);
        std::vector<TensorId> inputs{parameterArena(Arena::gradients), accumulated};
        inputs.insert(inputs.end(), batch.columns.begin(), batch.columns.end());
        inputs.push_back(m_accumulated);
        emitter.emitInto(ops::accumulateGradients, noAttributes(), std::move(inputs), {accumulated, m_accumulated});
        commitStatistics(emitter);
        emitter.emitInto(ops::advance, std::make_shared<AdvanceAttributes>(samplesAtOnce(), false, false),
                         {m_trainCounters, m_status}, {m_trainCounters, m_status});
    }

    /// Each batch contributes to the statistics, whether or not it is the step's last.
    void commitStatistics(Emitter& emitter)
    {
        if (m_plan.statistics.segments.empty())
            return;
        if (m_options.ranks > 1)
            emitAverageStatistics(emitter, m_plan);
        const Shape some{m_plan.statistics.elements};
        const TensorId statistics = add("", some, DataType::f32, Role::arena, Arena::statistics);
        const TensorId staged = add("", some, DataType::f32, Role::arena, Arena::staged);
        auto attributes = std::make_shared<CommitAttributes>();
        for (const Segment& segment : m_plan.statistics.segments)
            if (segment.kept == Kept::ofBatch)
                attributes->recurrentState.push_back({segment.offset, segment.offset + segment.elements()});
        emitter.emitInto(ops::commitStatistics, std::move(attributes), {staged, m_status, statistics}, {statistics});
    }

    void buildUpdate(int phase)
    {
        if (m_plan.parameters.segments.empty())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("plan.parameters",
                                   "the network \"{0}\" has no layer with weights; there is nothing to "
                                   "train"),
                        m_plan.name);
        if (std::ranges::none_of(m_plan.parameters.segments, &Segment::trainable))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("plan.frozen",
                                   "every layer with weights of the network \"{0}\" is frozen; there is nothing to train: make "
                                   "one of them trainable"),
                        m_plan.name);
        if (std::ranges::none_of(m_plan.parameters.segments,
                                 [&](const Segment& segment) { return isTrained(segment, m_project.training, phase); }))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("plan.phase_frozen",
                                   "the phase \"{0}\" trains nothing: the layers of its groups are frozen or have no weights"),
                        m_project.training.phases[static_cast<std::size_t>(phase)].name);
        const TensorId weights = parameterArena(Arena::weights);
        const TensorId gradients = parameterArena(Arena::gradients);
        std::vector<TensorId> slots;
        for (int i = 0; i < m_plan.slots(); ++i)
            slots.push_back(parameterArena(slotArena(i)));

        const TrainingSettings& training = m_project.training;
        const Pass& pass = m_passes[static_cast<std::size_t>(phase)];
        Program& program = begin(programs::update, phase);
        Emitter emitter(m_plan.tensors, program);
        ObjectiveTensors step = pass.objectives;
        if (m_options.silent)
            step = emitSilence(emitter, m_plan, gradients, step);
        if (m_plan.accumulate > 1)
            step = emitAddAccumulated(emitter, m_plan, gradients, m_accumulated, step);
        if (m_options.ranks > 1)
            step = emitAddRanks(emitter, m_plan, gradients, step);
        const std::vector<KeptZeros> kept = maskGradients(emitter, phase);
        const TensorId scale = guard(emitter, squaresOf(emitter, gradients, phase), step, pass.lossScale);
        record(emitter, step.columns, pass.lossScale, m_trainCounters);
        if (training.clipValue > 0.0)
            emitter.emitInto(ops::clipValues, std::make_shared<ClipValuesAttributes>(training.clipValue), {gradients, scale},
                             {gradients});
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            const int group = static_cast<int>(i);
            std::vector<UpdateRange> ranges = updateRanges(m_plan.parameters, group);
            if (ranges.empty() || !m_plan.phases[static_cast<std::size_t>(phase)][i])
                continue;
            const auto own = slots.begin() + static_cast<std::ptrdiff_t>(m_plan.slotValues[i].size());
            OptimizerCall call(emitter, weights, gradients, {slots.begin(), own}, m_rates[i], m_stepCounters[i], scale, m_status,
                               std::move(ranges), updateParts(m_plan.parameters, group));
            optimizerOf(m_groups[i]).lower(m_groups[i].optimizer->parameters, call);
            if (m_plan.countsGroups)
                emitter.emitInto(ops::advance, std::make_shared<AdvanceAttributes>(samplesAtOnce(), true, true, false),
                                 {m_stepCounters[i], m_status}, {m_stepCounters[i], m_status});
        }
        for (const auto& [weight, mask] : kept) // an optimizer may move them without a gradient, as Muon does
            emitter.emitInto(ops::keepZeros, noAttributes(), {weight, mask}, {weight});
        limitNorms(emitter, phase);
        if (m_plan.averages) {
            const TensorId average = parameterArena(Arena::average);
            emitter.emitInto(ops::movingAverage, std::make_shared<MovingAverageAttributes>(training.emaMomentum),
                             {weights, m_trainCounters, m_status, average}, {average});
        }
        commitStatistics(emitter);
        advance(emitter, m_trainCounters, true);
    }

    /// Σ g² of what a phase trains: the rest still holds the gradients of another phase.
    TensorId squaresOf(Emitter& emitter, TensorId gradients, int phase)
    {
        const std::vector<Segment>& segments = m_plan.parameters.segments;
        const auto isOfAnother = [&](const Segment& segment) {
            return segment.trainable && !isTrained(segment, m_project.training, phase);
        };
        if (std::ranges::none_of(segments, isOfAnother))
            return emitter.emitOne(ops::sumSquares, noAttributes(), {gradients});
        TensorId squares = noTensor;
        for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) { // in the arena's order
            if (!isTrained(*segment, m_project.training, phase))
                continue;
            const TensorId part = gradientOf(*segment, {segment->elements()});
            const TensorId own = emitter.emitOne(ops::sumSquares, noAttributes(), {part});
            squares = squares == noTensor ? own : emitAdd(emitter, squares, own);
        }
        return squares;
    }

    /// A parameter's part of the gradients.
    TensorId gradientOf(const Segment& segment, const Shape& shape)
    {
        const TensorId part = add("", shape, DataType::f32, Role::arena, Arena::gradients);
        info(part).offset = segment.offset;
        return part;
    }

    using KeptZeros = std::pair<TensorId, TensorId>; ///< a weight, and the mask of what was not 0 before the step

    /// Zeros that stay have no gradient: it would count in norms and fill an optimizer's slots.
    std::vector<KeptZeros> maskGradients(Emitter& emitter, int phase)
    {
        std::vector<KeptZeros> kept;
        for (const Segment& segment : m_plan.parameters.segments) {
            if (!isTrained(segment, m_project.training, phase) || !segment.keepsZeros)
                continue;
            emitter.setOrigin({layerOf(segment)});
            const TensorId weight = m_network.tensorOf(segment);
            const TensorId mask = emitter.emitOne(ops::nonzeroMask, noAttributes(), {weight});
            const TensorId gradient = gradientOf(segment, segment.shape);
            emitter.emitInto(ops::keepZeros, noAttributes(), {gradient, mask}, {gradient});
            kept.push_back({weight, mask});
        }
        emitter.setOrigin({});
        return kept;
    }

    void limitNorms(Emitter& emitter, int phase)
    {
        for (const Segment& segment : m_plan.parameters.segments) {
            if (!isTrained(segment, m_project.training, phase) || segment.maxNorm <= 0.0)
                continue;
            const TensorId weight = m_network.tensorOf(segment);
            emitter.setOrigin({layerOf(segment)});
            emitter.emitInto(ops::maxNorm, std::make_shared<MaxNormAttributes>(segment.maxNorm), {weight, m_status}, {weight});
        }
        emitter.setOrigin({});
    }

    void record(Emitter& emitter, std::vector<TensorId> columns, TensorId lossScale, TensorId counters)
    {
        if (lossScale != noTensor)
            columns.push_back(lossScale);
        columns.push_back(counters);
        emitter.emitInto(ops::record, noAttributes(), std::move(columns), {m_metrics});
    }

    void advance(Emitter& emitter, TensorId counters, bool countsStep)
    {
        emitter.emitInto(ops::advance, std::make_shared<AdvanceAttributes>(samplesAtOnce(), countsStep), {counters, m_status},
                         {counters, m_status});
    }

    /// The samples of all ranks in a batch: each rank advances by all of them.
    std::int64_t samplesAtOnce() const { return m_options.batchOfAll ? m_options.batchOfAll : m_options.batch * m_options.ranks; }

    void buildEvaluate()
    {
        Program& program = begin(programs::evaluate);
        Emitter emitter(m_plan.tensors, program);
        const auto inputs = m_fields.inputs(emitter, "evaluate", m_evaluateCounters, false);
        const auto known = m_features.outputs(emitter, "evaluate", m_evaluateCounters);
        const auto outputs = m_network.lower(emitter, inputs, m_evaluateCounters, false, known);
        const ObjectiveTensors objectives = emitObjectives(emitter, outputs, "evaluate", inputs, m_evaluateCounters);
        nameColumns(objectives);
        lowerToPrecision(program);
        dropUnused(m_plan.tensors, program, objectives.columns);
        emitter.setOrigin({});
        const bool scaled = isScaled(m_options.precision); // a row is as wide as in training
        const TensorId none = scaled ? emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(0.0), {}) : noTensor;
        record(emitter, objectives.columns, none, m_evaluateCounters);
        advance(emitter, m_evaluateCounters, false);
    }

    const Project& m_project;
    const Catalog& m_catalog;
    const PlanOptions& m_options;
    LogicalPlan m_plan;
    NetworkLowering m_network;
    BatchFields m_fields;
    FeaturePrograms m_features;
    std::vector<UpdateGroup> m_groups;
    std::vector<Pass> m_passes; ///< of each phase
    TensorId m_status = noTensor;
    std::vector<TensorId> m_rates; ///< of each update group
    TensorId m_metrics = noTensor;
    TensorId m_trainCounters = noTensor;
    std::vector<TensorId> m_stepCounters; ///< for each update group: counts its optimizer's steps
    TensorId m_evaluateCounters = noTensor;
    TensorId m_accumulated = noTensor; ///< if several batches make a step
};

} // namespace

LogicalPlan buildPlan(const CheckedProject& project, const PlanOptions& options)
{
    project.requireOk();
    return PlanBuilder(project.flat(), project.catalog(), project.fields(), options, project.shapes()).build();
}

} // namespace netsmith
