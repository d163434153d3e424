#include "engine/reference/executable.h"

#include "engine/backend/guarded.h"
#include "engine/backend/state_rows.h"
#include "engine/core/bfloat16.h"
#include "engine/core/checked.h"
#include "engine/core/float16.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::reference {
namespace {

bool isOwn(Role role)
{
    return role == Role::activation || role == Role::stepScoped || role == Role::input;
}

/// Emulates 16 bits by rounding at the boundary of an op.
void roundToType(const Tensor& tensor)
{
    if (tensor.info->type == DataType::bf16)
        for (double& value : tensor.values)
            value = static_cast<double>(BFloat16(value));
    if (tensor.info->type == DataType::f16)
        for (double& value : tensor.values)
            value = static_cast<double>(roundedToHalf(static_cast<float>(value)));
}

} // namespace

MemoryUse memoryOf(const LogicalPlan& plan)
{
    const auto bytesOf = [](std::int64_t elements) {
        const auto bytes = checkedMultiply(elements, sizeof(double));
        if (!bytes)
            throw Error(ErrorKind::resources,
                        NS_MESSAGE("reference.size", "a tensor is larger than any memory; choose smaller sizes"));
        return *bytes;
    };
    MemoryUse use = stateMemory(plan.state, [&](const StateRow& row) { return bytesOf(row.elements); });
    for (const TensorInfo& info : plan.tensors)
        if (isOwn(info.role)) {
            const auto sum = checkedAdd(use.activations, bytesOf(info.shape.elements()));
            if (!sum)
                throw Error(ErrorKind::resources,
                            NS_MESSAGE("reference.total", "the tensors together are larger than any memory; choose smaller sizes"));
            use.activations = *sum;
        }
    return use;
}

ReferenceExecutable::ReferenceExecutable(LogicalPlan plan, ReferenceState& state, Communicator* communicator)
    : m_plan(std::move(plan))
    , m_state(state)
    , m_communicator(communicator)
    , m_rows(rowsIn(state.layout(), m_plan.state))
    , m_own(m_plan.tensors.size())
    , m_tensors(m_plan.tensors.size())
{
    memoryOf(m_plan); // throws before anything is allocated
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        const TensorInfo& info = m_plan.tensors[i];
        m_tensors[i].info = &info;
        if (isOwn(info.role)) {
            // Uninitialised numbers are NaN, so that their use shows.
            m_own[i].assign(static_cast<std::size_t>(info.shape.elements()), std::numeric_limits<double>::quiet_NaN());
            m_tensors[i].values = m_own[i];
        } else if (info.role != Role::data && info.row >= 0) {
            const std::span<double> row = state.row(m_rows[static_cast<std::size_t>(info.row)]);
            m_tensors[i].values =
                row.subspan(static_cast<std::size_t>(m_plan.offsetInRow(info)), static_cast<std::size_t>(info.shape.elements()));
        }
    }
    for (const Program& program : m_plan.programs)
        for (const Op& op : program.ops)
            if (!kernelNamed(op.spec->name))
                throw Error(ErrorKind::input, NS_MESSAGE("reference.op", "the reference backend has no kernel for \"{0}\""),
                            op.spec->name);
}

const Program& ReferenceExecutable::programAt(int index) const
{
    if (index < 0 || index >= std::ssize(m_plan.programs))
        throw Error(ErrorKind::failed, NS_MESSAGE("reference.program", "there is no program {0}; the plan has {1}"), index,
                    m_plan.programs.size());
    return m_plan.programs[static_cast<std::size_t>(index)];
}

/// Looks up what is bound to the data a program reads; it may have changed since the last run.
void ReferenceExecutable::bindData(const Program& program)
{
    for (const Op& op : program.ops)
        for (const TensorId id : op.inputs) {
            if (id == noTensor || m_plan.tensor(id).role != Role::data)
                continue;
            const TensorInfo& info = m_plan.tensor(id);
            const HostArray* array = m_state.bound(m_rows[static_cast<std::size_t>(info.row)]);
            if (!array)
                throw Error(ErrorKind::failed, NS_MESSAGE("reference.unbound", "no data is bound to \"{0}\"; bind it before a run"),
                            info.name);
            const std::int64_t elements = info.shape.withoutBatch().elements();
            if (array->type != info.type || array->sampleElements != elements)
                throw Error(ErrorKind::input,
                            NS_MESSAGE("reference.bound", "\"{0}\" is bound to samples of {1} {2}; the plan expects {3} {4}"),
                            info.name, array->sampleElements, nameOf(array->type), elements, nameOf(info.type));
            m_tensors[static_cast<std::size_t>(id)].data = array;
        }
}

void ReferenceExecutable::runOp(const Op& op)
{
    kernelNamed(op.spec->name)(Call(op, m_tensors, m_communicator));
    for (const TensorId id : op.outputs)
        roundToType(m_tensors[static_cast<std::size_t>(id)]);
}

void ReferenceExecutable::runStep(std::span<const int> programs)
{
    for (const int program : programs)
        for (const Op& op : programAt(program).ops)
            runOp(op);
}

Expected<int> ReferenceExecutable::run(std::span<const int> programs, int steps, std::span<const float> rates,
                                       std::span<float> metrics)
{
    return guarded([&] {
        const std::size_t columns = m_plan.columns.size();
        const auto count = static_cast<std::size_t>(std::max(steps, 0));
        if (steps < 0 || steps > control::maximumSteps
            || (!rates.empty() && rates.size() != count * static_cast<std::size_t>(m_plan.updateGroups))
            || (!metrics.empty() && metrics.size() != count * columns))
            throw Error(ErrorKind::failed,
                        NS_MESSAGE("reference.run",
                                   "a launch of {0:step|steps} (at most {1}) came with {2:learning rate|learning rates} and room "
                                   "for {3:metric|metrics}"),
                        steps, control::maximumSteps, rates.size(), metrics.size());
        for (const int program : programs)
            bindData(programAt(program));

        control::placeRates(rates, m_state.control("rates"));
        double& status = m_state.control("status")[0];
        status = control::good;
        for (const char* name : {"train/counters", "evaluate/counters"}) {
            const auto counters = m_state.control(name);
            counters[control::launch] = counters[control::rate] = 0.0;
        }

        int done = 0;
        while (done < steps) {
            runStep(programs);
            if (status != static_cast<double>(control::good))
                break;
            ++done;
        }
        const std::span<const double> recorded = m_state.control("metrics");
        std::transform(recorded.begin(),
                       recorded.begin() + std::min(std::ssize(metrics), done * static_cast<std::ptrdiff_t>(columns)),
                       metrics.begin(), [](double value) { return static_cast<float>(value); });
        return done;
    });
}

Expected<void> ReferenceExecutable::runOps(int program, int first, int last)
{
    return guarded([&] {
        const Program& found = programAt(program);
        if (first < 0 || first > last || last > std::ssize(found.ops))
            throw Error(ErrorKind::failed, NS_MESSAGE("reference.ops", "there are no ops {0} to {1}; \"{2}\" has {3}"), first, last,
                        found.name, found.ops.size());
        bindData(found);
        for (int i = first; i < last; ++i)
            runOp(found.ops[static_cast<std::size_t>(i)]);
    });
}

int ReferenceExecutable::kernelCount(int program) const
{
    return program < 0 || program >= std::ssize(m_plan.programs)
        ? 0
        : static_cast<int>(m_plan.programs[static_cast<std::size_t>(program)].ops.size());
}

/// The numbers of a tensor that has any; throws if there are not as many as expected.
std::span<double> ReferenceExecutable::numbersOf(TensorId tensor, std::size_t expected) const
{
    if (tensor < 0 || tensor >= std::ssize(m_tensors))
        throw Error(ErrorKind::failed, NS_MESSAGE("reference.tensor", "there is no tensor {0}; the plan has {1}"), tensor,
                    m_tensors.size());
    const Tensor& found = m_tensors[static_cast<std::size_t>(tensor)];
    if (found.info->role == Role::data)
        throw Error(ErrorKind::failed, NS_MESSAGE("reference.data", "\"{0}\" is bound data, which stays with its owner"),
                    found.info->name);
    if (found.values.size() != expected)
        throw Error(ErrorKind::failed,
                    NS_MESSAGE("reference.count", "a tensor of {0} has {1:number|numbers}, {2:was|were} given or asked for"),
                    found.shape().text(), found.values.size(), expected);
    return found.values;
}

Expected<void> ReferenceExecutable::write(TensorId tensor, std::span<const double> values)
{
    return guarded([&] {
        std::ranges::copy(values, numbersOf(tensor, values.size()).begin());
        roundToType(m_tensors[static_cast<std::size_t>(tensor)]);
    });
}

Expected<void> ReferenceExecutable::read(TensorId tensor, std::span<double> out)
{
    return guarded([&] { std::ranges::copy(numbersOf(tensor, out.size()), out.begin()); });
}

MemoryUse ReferenceExecutable::memory() const
{
    MemoryUse use = memoryOf(m_plan);
    use.data = m_state.dataBytes();
    return use;
}

KernelInfo ReferenceExecutable::describe(const Op& op) const
{
    const Cost cost = costOf(op, m_plan.tensors);
    return {std::string(op.spec->name), op.attributes->text(), op.origin, "naive double", cost.flops, cost.bytes};
}

std::vector<KernelInfo> ReferenceExecutable::kernels(int program) const
{
    std::vector<KernelInfo> infos;
    for (int i = 0; i < kernelCount(program); ++i)
        infos.push_back(describe(m_plan.programs[static_cast<std::size_t>(program)].ops[static_cast<std::size_t>(i)]));
    return infos;
}

Expected<std::optional<KernelInfo>> ReferenceExecutable::findNotFinite(int program)
{
    return guarded([&]() -> std::optional<KernelInfo> {
        const Program& found = programAt(program);
        bindData(found);
        for (const Op& op : found.ops) {
            runOp(op);
            for (const TensorId id : op.outputs)
                if (const Tensor& tensor = m_tensors[static_cast<std::size_t>(id)]; tensor.info->role != Role::control
                    && !std::ranges::all_of(tensor.values, [](double value) { return std::isfinite(value); }))
                    return describe(op);
        }
        return std::nullopt;
    });
}

} // namespace netsmith::reference
