#include "tests/engine/reference/tiny_plan.h"

#include "engine/ops/constant.h"
#include "engine/ops/cross_entropy.h"
#include "engine/ops/dense.h"
#include "engine/ops/gather.h"
#include "engine/ops/softmax.h"
#include "engine/ops/update.h"

namespace netsmith::test {
namespace {

constexpr std::int64_t batch = 2;
constexpr std::int64_t arenaElements = 32; // kernel 3×2 at 0, bias 2 at 16

class Builder {
public:
    explicit Builder(TinyPlan& tiny)
        : m_tiny(tiny)
        , m_plan(tiny.plan)
    {
    }

    void build()
    {
        m_plan.name = "tiny";
        m_plan.batch = batch;
        m_plan.columns = {{"loss", 0}, {"samples", 0}};
        m_plan.parameters.segments = {{.id = "dense.kernel", .shape = {3, 2}, .offset = 0, .initializer = {}, .penalty = {}},
                                      {.id = "dense.bias", .shape = {2}, .offset = 16, .initializer = {}, .penalty = {}}};
        m_plan.parameters.elements = arenaElements;
        m_status = add({"status", {1}, DataType::i32, Role::control});
        m_rates = add({"rates", {control::maximumSteps}, DataType::f32, Role::control});
        m_metrics = add({"metrics", {control::maximumSteps, 2}, DataType::f32, Role::control});
        for (int s = 0; s < 2; ++s)
            m_weights[s] = addSegment(Arena::weights, s);
        m_dense->bias = true;
        buildForwardBackward();
        buildUpdate();
        buildEvaluate();
        buildPredict();
        layOutState(m_plan);
    }

private:
    TensorId add(const TensorInfo& info)
    {
        m_plan.tensors.push_back(info);
        return static_cast<TensorId>(m_plan.tensors.size()) - 1;
    }

    TensorId addSegment(Arena arena, int segment)
    {
        const Segment& found = m_plan.parameters.segments[static_cast<std::size_t>(segment)];
        return add({found.id, found.shape, DataType::f32, Role::segment, arena, segment});
    }

    Emitter begin(std::string_view name)
    {
        m_plan.programs.push_back({std::string(name), {}});
        return Emitter(m_plan.tensors, m_plan.programs.back());
    }

    TensorId gather(Emitter& emitter, const std::string& stream, bool image, TensorId counters)
    {
        const TensorId field = image ? add({stream + "/image", {1, 3}, DataType::f32, Role::data})
                                     : add({stream + "/label", {1}, DataType::u8, Role::data});
        const TensorId order = add({stream + "/order", {1}, DataType::i32, Role::data});
        auto attributes = std::make_shared<GatherAttributes>();
        attributes->batch = batch;
        attributes->type = image ? DataType::f32 : DataType::i32;
        return emitter.emitOne(ops::gather, attributes, {field, order, counters});
    }

    /// Loss and samples; the op of the loss comes last.
    std::vector<TensorId> judge(Emitter& emitter, const std::string& stream, TensorId counters)
    {
        emitter.setOrigin({"input"});
        m_image = gather(emitter, stream, true, counters);
        m_label = gather(emitter, stream, false, counters);
        emitter.setOrigin({"dense"});
        m_logits = emitter.emitOne(ops::dense, m_dense, {m_image, m_weights[0], m_weights[1]});
        const TensorId samples = emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(double{batch}), {});
        const TensorId loss = add({"", Shape(), DataType::f32, Role::stepScoped});
        m_probabilities = emitter.add({.name = {}, .shape = {batch, 2}, .type = DataType::f32});
        emitter.emitInto(ops::softmaxCrossEntropy, std::make_shared<CrossEntropyAttributes>(), {m_logits, m_label},
                         {loss, m_probabilities});
        m_plan.tensors[static_cast<std::size_t>(samples)].role = Role::stepScoped;
        return {loss, samples};
    }

    void record(Emitter& emitter, std::vector<TensorId> columns, TensorId counters)
    {
        columns.push_back(counters);
        emitter.emitInto(ops::record, noAttributes(), columns, {m_metrics});
    }

    void buildForwardBackward()
    {
        Emitter emitter = begin(programs::forwardBackward);
        m_counters = add({"train/counters", {control::counterCount}, DataType::i64, Role::control});
        m_columns = judge(emitter, "train", m_counters);
        m_tiny.logits = m_logits;
        const TensorId seed = emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(1.0), {});
        const TensorId gradient = emitter.emitOne(ops::softmaxCrossEntropyBackward, std::make_shared<CrossEntropyAttributes>(),
                                                  {m_probabilities, m_label, seed});
        m_tiny.kernelGradient = addSegment(Arena::gradients, 0);
        emitter.emitInto(ops::denseBackwardWeights, m_dense, {m_image, gradient},
                         {m_tiny.kernelGradient, addSegment(Arena::gradients, 1)});
    }

    void buildUpdate()
    {
        Emitter emitter = begin(programs::update);
        const Shape all{arenaElements};
        const TensorId weights = add({"", all, DataType::f32, Role::arena, Arena::weights});
        const TensorId gradients = add({"", all, DataType::f32, Role::arena, Arena::gradients});
        const TensorId squares = emitter.emitOne(ops::sumSquares, noAttributes(), {gradients});
        const TensorId scale = emitter.add({});
        emitter.emitInto(ops::guard, std::make_shared<GuardAttributes>(0.0), {squares, m_columns[1], m_columns[0], m_status},
                         {scale, m_status});
        record(emitter, m_columns, m_counters);
        auto sgd = std::make_shared<SgdAttributes>();
        sgd->ranges = {{0, arenaElements}};
        emitter.emitInto(ops::sgd, sgd, {weights, gradients, m_rates, m_counters, scale, m_status}, {weights});
        emitter.emitInto(ops::advance, std::make_shared<AdvanceAttributes>(batch, true), {m_counters, m_status},
                         {m_counters, m_status});
    }

    void buildEvaluate()
    {
        Emitter emitter = begin(programs::evaluate);
        const TensorId counters = add({"evaluate/counters", {control::counterCount}, DataType::i64, Role::control});
        record(emitter, judge(emitter, "evaluate", counters), counters);
        emitter.emitInto(ops::advance, std::make_shared<AdvanceAttributes>(batch, false), {counters, m_status},
                         {counters, m_status});
    }

    void buildPredict()
    {
        Emitter emitter = begin(programs::predict);
        m_tiny.predictInput = add({"predict/image", {batch, 3}, DataType::f32, Role::input});
        const TensorId logits = emitter.emitOne(ops::dense, m_dense, {m_tiny.predictInput, m_weights[0], m_weights[1]});
        m_tiny.prediction = add({"", {batch, 2}, DataType::f32, Role::stepScoped});
        emitter.emitInto(ops::softmax, noAttributes(), {logits}, {m_tiny.prediction});
    }

    TinyPlan& m_tiny;
    LogicalPlan& m_plan;
    std::shared_ptr<DenseAttributes> m_dense = std::make_shared<DenseAttributes>();
    TensorId m_weights[2] = {noTensor, noTensor};
    TensorId m_status = noTensor;
    TensorId m_rates = noTensor;
    TensorId m_metrics = noTensor;
    TensorId m_counters = noTensor;
    TensorId m_image = noTensor;
    TensorId m_label = noTensor;
    TensorId m_logits = noTensor;
    TensorId m_probabilities = noTensor;
    std::vector<TensorId> m_columns;
};

} // namespace

TinyPlan::TinyPlan()
{
    Builder(*this).build();
}

HostArray TinyData::imageArray() const
{
    return {DataType::f32, static_cast<std::int64_t>(images.size()) / 3, 3, images.data()};
}

HostArray TinyData::labelArray() const
{
    return {DataType::u8, static_cast<std::int64_t>(labels.size()), 1, labels.data()};
}

HostArray TinyData::orderArray() const
{
    return {DataType::i32, static_cast<std::int64_t>(order.size()), 1, order.data()};
}

void TinyData::bindTo(State& state) const
{
    for (const std::string stream : {"train", "evaluate"}) {
        state.bind(stream + "/image", imageArray()).take();
        state.bind(stream + "/label", labelArray()).take();
        state.bind(stream + "/order", orderArray()).take();
    }
}

} // namespace netsmith::test
