#include "engine/plan/build_plan.h"

#include "engine/graph/blocks.h"
#include "engine/graph/layer_lists.h"
#include "engine/ops/constant.h"
#include "engine/ops/control.h"
#include "engine/ops/gradient_steps.h"
#include "engine/ops/loss_scale.h"
#include "engine/ops/max_norm.h"
#include "engine/ops/merge.h"
#include "engine/ops/moving_average.h"
#include "engine/ops/scale.h"
#include "engine/ops/update.h"
#include "engine/plan/autodiff.h"
#include "engine/plan/batch_fields.h"
#include "engine/plan/layer_tensors.h"
#include "engine/plan/metric_columns.h"
#include "engine/plan/network_lowering.h"
#include "engine/plan/objectives.h"
#include "engine/plan/outer_layers.h"
#include "engine/plan/precision.h"
#include "engine/plan/prediction_programs.h"
#include "engine/plan/segment_layout.h"
#include "engine/plan/unused_ops.h"

#include <algorithm>

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
        , m_fields(m_plan, project, catalog, fields, options)
    {
        m_plan.name = project.title;
        m_plan.batch = options.batch;
        m_plan.precision = options.precision;
        m_plan.fuse = options.fuse;
        m_plan.seed = options.seed;
        m_optimizer = catalog.optimizers->find(project.training.optimizer.id);
        m_plan.accumulate = static_cast<int>(project.training.gradientAccumulationSteps);
        m_plan.averages = project.training.emaMomentum > 0.0;
        if (options.has(programs::update))
            m_plan.slotValues = m_optimizer->slots(project.training.optimizer.parameters);
        m_plan.slots = static_cast<int>(m_plan.slotValues.size());
    }

    LogicalPlan build()
    {
        addControl();
        const bool trains = m_options.has(programs::update);
        if (trains) {
            buildForwardBackward();
            layOutTables();
            if (m_plan.accumulate > 1)
                buildHold();
            buildUpdate();
        }
        if (m_options.has(programs::evaluate))
            buildEvaluate();
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
    TensorId add(std::string name, Shape shape, DataType type, Role role, Arena arena = Arena::none)
    {
        m_plan.tensors.push_back({std::move(name), shape, type, role, arena, -1});
        return static_cast<TensorId>(m_plan.tensors.size()) - 1;
    }

    TensorInfo& info(TensorId id) { return m_plan.tensors[static_cast<std::size_t>(id)]; }

    Program& begin(std::string_view name)
    {
        m_plan.programs.push_back({std::string(name), {}});
        return m_plan.programs.back();
    }

    void layOutTables()
    {
        treatGroups();
        markOuter(m_plan.parameters, m_project, m_catalog);
        layOut(m_plan.parameters);
        layOut(m_plan.statistics);
    }

    void addControl()
    {
        m_status = add("status", {1}, DataType::i32, Role::control);
        m_rates = add("rates", {control::maximumSteps}, DataType::f32, Role::control);
        m_metrics = add("metrics", {control::maximumSteps, 1}, DataType::f32, Role::control); // widened by `nameColumns`
        m_trainCounters = add("train/counters", {control::counterCount}, DataType::i64, Role::control);
        if (m_plan.accumulate > 1)
            m_held = add("held_sums", {1}, DataType::f32, Role::control); // likewise
        m_evaluateCounters = add("evaluate/counters", {control::counterCount}, DataType::i64, Role::control);
    }

    /// Makes room for a step's sums in the ring of metrics, and where they are held. Evaluation has the columns of training.
    void nameColumns(const Judged& judged)
    {
        if (!m_plan.columns.empty())
            return;
        std::vector<std::int64_t> counts;
        for (const TensorId column : judged.columns)
            counts.push_back(info(column).shape.elements());
        m_plan.columns = metricColumns(m_project, counts, hasPenalty(m_project, m_catalog));
        if (m_held != noTensor)
            info(m_held).shape = {1 + std::ssize(m_plan.columns)};
        if (isScaled(m_options.precision))
            m_plan.columns.push_back({std::string(lossScaleColumn)});
        info(m_metrics).shape = {control::maximumSteps, std::ssize(m_plan.columns)};
    }

    /// `targets` are, to begin with, what the network was given: it may have to give back just that.
    Judged judge(Emitter& emitter, const NetworkLowering::Outputs& outputs, std::string_view stream,
                 std::map<std::string, BatchFields::Batch> targets, TensorId counters)
    {
        Judged judged;
        for (const Objective& objective : m_project.training.objectives) {
            const TensorId predicted = objectiveOutput(outputs, m_project, m_catalog, objective);
            emitter.setOrigin({objectiveNode(m_project.graph, objective)->id});
            const FieldType& field = m_fields.named(objective.target);
            if (!targets.contains(objective.target))
                targets[objective.target] = m_fields.target(emitter, stream, field, counters);
            const TensorId target = targets[objective.target].values;
            // What the network says of its steps, or else what the data says of theirs.
            const TensorId told = m_network.maskOf(predicted);
            const TensorId mask = told != noTensor ? told : targets[objective.target].mask;
            TensorId weights = noTensor;
            if (!objective.sampleWeight.empty())
                weights = m_fields.gather(emitter, stream, m_fields.named(objective.sampleWeight), false, counters);
            weights = emitStepWeights(emitter, weights, mask);
            LossCall call(emitter, predicted, BatchFields::learned(emitter, target, field), m_options.fuse, field.classes, weights);
            m_catalog.losses->find(objective.loss.id)->lower(objective.loss.parameters, call);
            judged.losses.push_back(call.sum());
            judged.columns.push_back(call.sum());
            judged.counted.push_back(emitCounted(emitter, m_options.batch, mask, judged.counted));
            judged.columns.push_back(judged.counted.back().samples);
            const TensorId shown = BatchFields::inOwnUnits(emitter, predicted, field);
            for (const Component& metric : objective.metrics) {
                LossCall measured(emitter, shown, target, m_options.fuse, field.classes, mask);
                m_catalog.metrics->find(metric.id)->lower(metric.parameters, measured);
                judged.columns.push_back(measured.sum());
            }
        }
        if (hasPenalty(m_project, m_catalog)) {
            judged.penalty = emitPenalty(emitter, m_options.batch, m_plan, m_network);
            if (judged.counted[0].mask != noTensor)
                judged.penalty = emitMerge(emitter, Merge::multiply, judged.penalty,
                                           emitShareOf(emitter, m_options.batch, judged.counted[0], {}));
            judged.columns.push_back(judged.penalty);
        }
        return judged;
    }

    void lowerToPrecision(Program& program)
    {
        lowerPrecision(m_plan.tensors, program, m_options.precision, m_project.training.fp32Layers);
    }

    void buildForwardBackward()
    {
        Program& program = begin(programs::forwardBackward);
        Emitter emitter(m_plan.tensors, program);
        const auto inputs = m_fields.inputs(emitter, "train", m_trainCounters, true);
        const auto outputs = m_network.lower(emitter, inputs, m_trainCounters, true);
        m_trained = judge(emitter, outputs, "train", inputs, m_trainCounters);
        nameColumns(m_trained);
        lowerToPrecision(program);
        const Program lowered = program;
        dropUnused(m_plan.tensors, program, m_trained.columns);

        emitter.setOrigin({});
        if (isScaled(m_options.precision))
            m_lossScale = emitter.emitOne(ops::lossScale, std::make_shared<LossScaleAttributes>(lossScaling()), {m_trainCounters});
        std::vector<Differentiated> differentiated;
        for (std::size_t i = 0; i < m_trained.losses.size(); ++i)
            differentiated.push_back({m_trained.losses[i], objectiveSeed(emitter, i)});
        if (m_trained.penalty != noTensor)
            differentiated.push_back({m_trained.penalty, gradientSeed(emitter, 1.0)});
        std::vector<bool> trainable;
        for (const Segment& segment : m_plan.parameters.segments)
            trainable.push_back(segment.trainable);
        const auto gradients = appendBackward(emitter, m_plan.tensors, differentiated, trainable);
        m_plan.layers = layerTensors(emitter, lowered, outputs, m_network.order(), gradients);
        for (const TensorId column : m_trained.columns)
            info(column).role = Role::carried;
        if (m_lossScale != noTensor)
            info(m_lossScale).role = Role::carried;
    }

    /// The same for a smaller last batch: the gradients of several may be added up.
    LossScaling lossScaling() const { return {m_project.training.lossScale, m_project.training.batch}; }

    /// What arrives at a loss that counts so much.
    TensorId gradientSeed(Emitter& emitter, double weight)
    {
        if (m_lossScale == noTensor)
            return emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(weight), {});
        return weight == 1.0 ? m_lossScale : emitScale(emitter, m_lossScale, weight);
    }

    /// The same of an objective, in proportion where it counts other steps than the first one.
    TensorId objectiveSeed(Emitter& emitter, std::size_t index)
    {
        const TensorId seed = gradientSeed(emitter, m_project.training.objectives[index].weight);
        const Counted& counted = m_trained.counted[index];
        if (counted.mask == m_trained.counted[0].mask)
            return seed;
        return emitMerge(emitter, Merge::multiply, seed, emitShareOf(emitter, m_options.batch, m_trained.counted[0], counted));
    }

    /// Judges a step's gradients: what they are multiplied by, and whether it counts.
    TensorId guard(Emitter& emitter, TensorId squares, const Judged& step)
    {
        const double clip = m_project.training.globalClipnorm;
        const TensorId scale = add("", Shape{}, DataType::f32, Role::activation);
        std::vector<TensorId> judged{squares, step.columns[1]};
        judged.insert(judged.end(), step.losses.begin(), step.losses.end());
        if (step.penalty != noTensor)
            judged.push_back(step.penalty);
        if (m_lossScale == noTensor) {
            judged.push_back(m_status);
            emitter.emitInto(ops::guard, std::make_shared<GuardAttributes>(clip), std::move(judged), {scale, m_status});
            return scale;
        }
        judged.insert(judged.end(), {m_lossScale, m_trainCounters, m_status});
        emitter.emitInto(ops::scaledGuard, std::make_shared<ScaledGuardAttributes>(clip, lossScaling()), std::move(judged),
                         {scale, m_trainCounters, m_status});
        return scale;
    }

    /// What the project says of the training of single layers, whose parameters are called "layer.kernel".
    void treatGroups()
    {
        for (Segment& segment : m_plan.parameters.segments) {
            const std::string layer = segment.id.substr(0, segment.id.find('.'));
            segment.decay = segment.decay && !isListed(m_project.training.excludeFromWeightDecay, layer);
            for (const ParameterGroup& group : m_project.training.groups)
                if (isListed(group.layers, layer))
                    segment.rateScale = static_cast<float>(group.learningRateMultiplier);
        }
    }

    /// All weights, or what mirrors them.
    TensorId parameterArena(Arena arena) { return add("", {m_plan.parameters.elements}, DataType::f32, Role::arena, arena); }

    /// What a batch ends in that is not the last of its step: its gradients and sums are kept, and the next batch is up.
    void buildHold()
    {
        Program& program = begin(programs::hold);
        Emitter emitter(m_plan.tensors, program);
        const TensorId held = parameterArena(Arena::held);
        std::vector<TensorId> inputs{parameterArena(Arena::gradients), held};
        inputs.insert(inputs.end(), m_trained.columns.begin(), m_trained.columns.end());
        inputs.push_back(m_held);
        emitter.emitInto(ops::holdGradients, noAttributes(), std::move(inputs), {held, m_held});
        commitStatistics(emitter);
        emitter.emitInto(ops::advance, std::make_shared<AdvanceAttributes>(m_options.batch, false, false),
                         {m_trainCounters, m_status}, {m_trainCounters, m_status});
    }

    /// Adds what was held to the gradients and the columns of the step's last batch. A loss is a column too.
    Judged releaseHeld(Emitter& emitter, TensorId gradients)
    {
        std::vector<TensorId> inputs{gradients, parameterArena(Arena::held)};
        inputs.insert(inputs.end(), m_trained.columns.begin(), m_trained.columns.end());
        inputs.push_back(m_held);
        Judged summed;
        std::vector<TensorId> outputs{gradients};
        for (const TensorId column : m_trained.columns) {
            const TensorId sum = add("", info(column).shape, DataType::f32, Role::activation);
            outputs.push_back(sum);
            summed.columns.push_back(sum);
            if (std::ranges::find(m_trained.losses, column) != m_trained.losses.end())
                summed.losses.push_back(sum);
            if (column == m_trained.penalty)
                summed.penalty = sum;
        }
        outputs.push_back(m_held);
        emitter.emitInto(ops::releaseGradients, noAttributes(), std::move(inputs), std::move(outputs));
        return summed;
    }

    /// Each batch counts in the statistics, the step's last or not.
    void commitStatistics(Emitter& emitter)
    {
        if (m_plan.statistics.segments.empty())
            return;
        const Shape some{m_plan.statistics.elements};
        const TensorId statistics = add("", some, DataType::f32, Role::arena, Arena::statistics);
        const TensorId staged = add("", some, DataType::f32, Role::arena, Arena::staged);
        auto attributes = std::make_shared<CommitAttributes>();
        for (const Segment& segment : m_plan.statistics.segments)
            if (segment.kept == Kept::ofBatch)
                attributes->carried.push_back({segment.offset, segment.offset + segment.elements()});
        emitter.emitInto(ops::commitStatistics, std::move(attributes), {staged, m_status, statistics}, {statistics});
    }

    void buildUpdate()
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
        const TensorId weights = parameterArena(Arena::weights);
        const TensorId gradients = parameterArena(Arena::gradients);
        std::vector<TensorId> slots;
        for (int i = 0; i < m_plan.slots; ++i)
            slots.push_back(parameterArena(slotArena(i)));

        const TrainingSettings& training = m_project.training;
        Program& program = begin(programs::update);
        Emitter emitter(m_plan.tensors, program);
        const Judged step = m_plan.accumulate > 1 ? releaseHeld(emitter, gradients) : m_trained;
        const TensorId squares = emitter.emitOne(ops::sumSquares, noAttributes(), {gradients});
        const TensorId scale = guard(emitter, squares, step);
        record(emitter, step.columns, m_lossScale, m_trainCounters);
        if (training.clipValue > 0.0)
            emitter.emitInto(ops::clipValues, std::make_shared<ClipValuesAttributes>(training.clipValue), {gradients, scale},
                             {gradients});
        OptimizerCall call(emitter, weights, gradients, slots, m_rates, m_trainCounters, scale, m_status,
                           updateRanges(m_plan.parameters), updateParts(m_plan.parameters));
        m_optimizer->lower(training.optimizer.parameters, call);
        limitNorms(emitter);
        if (m_plan.averages) {
            const TensorId average = parameterArena(Arena::average);
            emitter.emitInto(ops::movingAverage, std::make_shared<MovingAverageAttributes>(training.emaMomentum),
                             {weights, m_trainCounters, m_status, average}, {average});
        }
        commitStatistics(emitter);
        advance(emitter, m_trainCounters, true);
    }

    void limitNorms(Emitter& emitter)
    {
        for (const Segment& segment : m_plan.parameters.segments) {
            if (!segment.trainable || segment.maxNorm <= 0.0)
                continue;
            const TensorId weight = m_network.tensorOf(segment);
            emitter.setOrigin({segment.id.substr(0, segment.id.find('.'))});
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
        emitter.emitInto(ops::advance, std::make_shared<AdvanceAttributes>(m_options.batch, countsStep), {counters, m_status},
                         {counters, m_status});
    }

    void buildEvaluate()
    {
        Program& program = begin(programs::evaluate);
        Emitter emitter(m_plan.tensors, program);
        const auto inputs = m_fields.inputs(emitter, "evaluate", m_evaluateCounters, false);
        const auto outputs = m_network.lower(emitter, inputs, m_evaluateCounters, false);
        const Judged judged = judge(emitter, outputs, "evaluate", inputs, m_evaluateCounters);
        nameColumns(judged);
        lowerToPrecision(program);
        dropUnused(m_plan.tensors, program, judged.columns);
        emitter.setOrigin({});
        const bool scaled = isScaled(m_options.precision); // a row is as wide as those of training
        const TensorId none = scaled ? emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(0.0), {}) : noTensor;
        record(emitter, judged.columns, none, m_evaluateCounters);
        advance(emitter, m_evaluateCounters, false);
    }

    const Project& m_project;
    const Catalog& m_catalog;
    const PlanOptions& m_options;
    LogicalPlan m_plan;
    NetworkLowering m_network;
    BatchFields m_fields;
    const OptimizerSpec* m_optimizer = nullptr;
    Judged m_trained;
    TensorId m_status = noTensor;
    TensorId m_rates = noTensor;
    TensorId m_metrics = noTensor;
    TensorId m_trainCounters = noTensor;
    TensorId m_evaluateCounters = noTensor;
    TensorId m_lossScale = noTensor; ///< what the losses are multiplied by, where they are
    TensorId m_held = noTensor; ///< where several batches make a step
};

} // namespace

LogicalPlan buildPlan(const CheckedProject& project, const PlanOptions& options)
{
    project.requireOk();
    return PlanBuilder(project.flat(), project.catalog(), project.fields(), options, project.shapes()).build();
}

} // namespace netsmith
