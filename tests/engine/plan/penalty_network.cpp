#include "tests/engine/plan/penalty_network.h"

#include "engine/backend/loader.h"
#include "engine/core/philox.h"
#include "engine/ops/add.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "engine/ops/dense.h"
#include "engine/ops/reshape.h"
#include "engine/ops/weight_penalty.h"
#include "engine/plan/memory/segment_layout.h"
#include "engine/plan/passes/autodiff.h"

namespace netsmith::test {
namespace {

PenaltyNetwork::Values drawnNumbers(std::int64_t count, std::uint64_t row)
{
    RandomStream random(3, row);
    PenaltyNetwork::Values values(static_cast<std::size_t>(count));
    for (double& value : values)
        value = random.uniform() - 0.5;
    return values;
}

Program& begun(LogicalPlan& plan)
{
    plan.programs.push_back({"penalty", {}});
    return plan.programs.back();
}

TensorId critic(PenaltyNetwork& network, TensorId x, Activation kind)
{
    Emitter& emitter = network.emitter();
    const TensorId hidden = emitActivation(emitter, network.dense(x, 5), kind);
    const TensorId again = emitAdd(emitter, network.dense(hidden, 5), hidden);
    return network.dense(emitActivation(emitter, again, kind), 2);
}

TensorId convolutions(PenaltyNetwork& network, TensorId x, Activation kind)
{
    Emitter& emitter = network.emitter();
    const TensorId first = emitActivation(emitter, network.convolution(x, 3, 1), kind);
    const TensorId second = emitActivation(emitter, network.convolution(first, 2, 2), kind);
    const Shape shape = emitter.shape(second);
    return network.dense(emitReshape(emitter, second, {shape[0], shape.elements() / shape[0]}), 2);
}

Shape inputOf(std::string_view name)
{
    return name == "dense" ? Shape{3, 4}
        : name == "conv1d" ? Shape{2, 7, 2}
        : name == "conv2d" ? Shape{2, 5, 6, 2}
                           : Shape{1, 3, 4, 5, 2};
}

} // namespace

PenaltyNetwork::PenaltyNetwork(const Shape& input, const Build& build)
    : m_emitter(plan.tensors, begun(plan))
{
    m_emitter.setOrigin({"critic"});
    m_x = add("x", input, Role::input);
    const TensorId y = build(*this, m_x);
    m_seed = add("seed", Shape(m_emitter.shape(y)), Role::input);
    m_one = add("one", Shape(), Role::input);
    const std::vector<bool> frozen(plan.parameters.segments.size(), false), free(plan.parameters.segments.size(), true);
    const auto first =
        appendBackward(m_emitter, plan.tensors, std::vector<Differentiated>{{y, m_seed}}, frozen, std::vector<TensorId>{m_x});
    m_penalty = m_emitter.emitOne(ops::weightPenalty, std::make_shared<WeightPenaltyAttributes>(0.0, 1.0, 1.0), {first.at(m_x)});
    appendBackward(m_emitter, plan.tensors, std::vector<Differentiated>{{m_penalty, m_one}}, free);
    layOut(plan.parameters);
    layOutState(plan);
}

PenaltyNetwork::PenaltyNetwork(std::string_view name, Activation kind)
    : PenaltyNetwork(inputOf(name), [&](PenaltyNetwork& network, TensorId x) {
        return name == "dense" ? critic(network, x, kind) : convolutions(network, x, kind);
    })
{
}

TensorId PenaltyNetwork::add(const std::string& name, const Shape& shape, Role role)
{
    return m_emitter.add({.name = name, .shape = shape, .type = DataType::f32, .role = role});
}

TensorId PenaltyNetwork::weight(const Shape& shape)
{
    Segment segment;
    segment.id = "weight" + std::to_string(plan.parameters.segments.size());
    segment.shape = shape;
    const int index = static_cast<int>(plan.parameters.segments.size());
    plan.parameters.segments.push_back(segment);
    return m_emitter.add({segment.id, shape, DataType::f32, Role::segment, Arena::weights, index});
}

TensorId PenaltyNetwork::dense(TensorId x, std::int64_t units)
{
    const TensorId kernel = weight({m_emitter.shape(x)[-1], units});
    return m_emitter.emitOne(ops::dense, std::make_shared<DenseAttributes>(), {x, kernel, weight({units})});
}

TensorId PenaltyNetwork::convolution(TensorId x, std::int64_t filters, std::int64_t stride)
{
    const Shape shape = m_emitter.shape(x);
    const std::int64_t channels = shape[-1];
    if (shape.rank() == 3) { // a sequence is an image of one row, as in the layer
        const TensorId kernel = weight({3, channels, filters});
        const TensorId image = emitReshape(m_emitter, x, {shape[0], 1, shape[1], channels});
        const TensorId y = conv2d(image, emitReshape(m_emitter, kernel, {1, 3, channels, filters}), weight({filters}), stride);
        return emitReshape(m_emitter, y, {shape[0], m_emitter.shape(y)[2], filters});
    }
    const TensorId kernel = weight(shape.rank() == 4 ? Shape{3, 3, channels, filters} : Shape{3, 3, 3, channels, filters});
    const TensorId bias = weight({filters});
    return shape.rank() == 4 ? conv2d(x, kernel, bias, stride) : conv3d(x, kernel, bias, stride);
}

TensorId PenaltyNetwork::conv2d(TensorId x, TensorId kernel, TensorId bias, std::int64_t stride)
{
    auto attributes = std::make_shared<Conv2dAttributes>();
    attributes->inputShape = m_emitter.shape(x);
    attributes->kernelShape = m_emitter.shape(kernel);
    const bool row = attributes->kernelShape[0] == 1;
    attributes->window = {{row ? 1 : 3, 3}, {row ? 1 : stride, stride}, {1, 1}, row ? 0 : 1, row ? 0 : 1, 1, 1};
    attributes->bias = true;
    return m_emitter.emitOne(ops::conv2d, attributes, {x, kernel, bias});
}

TensorId PenaltyNetwork::conv3d(TensorId x, TensorId kernel, TensorId bias, std::int64_t stride)
{
    auto attributes = std::make_shared<Conv3dAttributes>();
    attributes->inputShape = m_emitter.shape(x);
    attributes->kernelShape = m_emitter.shape(kernel);
    attributes->window.axes.fill({3, stride, 1, 1, 1});
    return m_emitter.emitOne(ops::conv3d, attributes, {x, kernel, bias});
}

PenaltyNetwork::Given PenaltyNetwork::drawn() const
{
    return {drawnNumbers(plan.tensor(m_x).shape.elements(), 1), drawnNumbers(plan.tensor(m_seed).shape.elements(), 2),
            drawnNumbers(plan.parameters.elements, 7)};
}

PenaltyNetwork::Answer PenaltyNetwork::run(const std::string& device, const Given& given)
{
    Backend& backend = *backendFor(device).take();
    const auto state = backend.createState(plan).take();
    const auto executable = backend.compile(plan, *state, {.fuse = false, .keepAll = true}).take();
    state->writeArena(Arena::weights, std::span<const double>(given.weights)).take();
    executable->write(m_x, given.x).take();
    executable->write(m_seed, given.seed).take();
    executable->write(m_one, Values{1.0}).take();
    executable->runOps(0, 0, static_cast<int>(plan.programs[0].ops.size())).take();
    Answer answer{0.0, Values(given.weights.size())};
    executable->read(m_penalty, std::span(&answer.penalty, 1)).take();
    state->readArena(Arena::gradients, std::span<double>(answer.gradients)).take();
    return answer;
}

} // namespace netsmith::test
