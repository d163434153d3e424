#include "tests/engine/losses/judged_run.h"

#include "engine/ops/activation.h"
#include "engine/ops/gradient.h"
#include "engine/ops/softmax.h"

#include <map>

namespace netsmith::test {

JudgedRun::JudgedRun(Backend& backend, const JudgedShapes& shapes, const std::function<void(LossCall&)>& lower)
{
    m_plan.batch = shapes.x[0];
    m_plan.programs.push_back({"forward_backward", {}});
    m_x = addInput(shapes.x, DataType::f32);
    m_target = addInput(shapes.target, shapes.targetType);
    if (shapes.weighted)
        m_weights = addInput({shapes.x[0]}, DataType::f32);
    m_seed = addInput(Shape(), DataType::f32);

    Emitter emitter(m_plan.tensors, m_plan.programs[0]);
    TensorId prediction = m_x;
    if (shapes.activation == "softmax")
        prediction = emitter.emitOne(ops::softmax, noAttributes(), {m_x});
    else if (shapes.activation != "none")
        prediction = emitActivation(emitter, m_x, activationNamed(shapes.activation));
    LossCall call(emitter, prediction, m_target, shapes.fuse, 0, m_weights);
    lower(call);
    m_sums = call.sum();
    if (emitter.producer(m_sums)->spec->gradient)
        addGradient(m_x);

    const CompileOptions options{.fuse = false, .keepAll = true};
    layOutState(m_plan);
    m_state = backend.createState(m_plan).take();
    m_executable = backend.compile(m_plan, *m_state, options).take();
}

TensorId JudgedRun::addInput(const Shape& shape, DataType type)
{
    m_plan.tensors.push_back({.name = {}, .shape = shape, .type = type, .role = Role::input});
    return static_cast<TensorId>(m_plan.tensors.size()) - 1;
}

void JudgedRun::addGradient(TensorId x)
{
    Emitter emitter(m_plan.tensors, m_plan.programs[0]);
    const std::vector<Op> forward = m_plan.programs[0].ops;
    std::map<TensorId, bool> needed{{x, true}};
    for (const Op& op : forward)
        if (op.spec->gradient && needed.contains(op.inputs[0]))
            for (const TensorId output : op.outputs)
                needed[output] = true;
    std::map<TensorId, TensorId> arrived{{m_sums, m_seed}};
    for (auto op = forward.rbegin(); op != forward.rend(); ++op) {
        std::vector<TensorId> arriving;
        for (const TensorId output : op->outputs)
            arriving.push_back(arrived.contains(output) ? arrived[output] : noTensor);
        if (arriving[0] == noTensor || !needed.contains(op->outputs[0]))
            continue;
        std::vector<bool> wanted(op->inputs.size(), false);
        wanted[0] = true;
        GradientContext context(*op, emitter, arriving, wanted);
        op->spec->gradient(context);
        arrived[op->inputs[0]] = context.inputGradients()[0];
    }
    m_gradient = arrived.at(x);
}

void JudgedRun::run(const std::vector<double>& x, const std::vector<double>& target, const std::vector<double>& weights)
{
    m_executable->write(m_x, x).take();
    m_executable->write(m_target, target).take();
    if (m_weights != noTensor)
        m_executable->write(m_weights, weights).take();
    m_executable->write(m_seed, std::vector{1.0}).take();
    m_executable->runOps(0, 0, static_cast<int>(m_plan.programs[0].ops.size())).take();
}

std::vector<double> JudgedRun::read(TensorId id) const
{
    std::vector<double> values(static_cast<std::size_t>(m_plan.tensor(id).shape.elements()));
    m_executable->read(id, values).take();
    return values;
}

} // namespace netsmith::test
