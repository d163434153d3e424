#include "tests/engine/ops/op_fixture.h"

#include "engine/backend/loader.h"
#include "engine/core/philox.h"
#include "engine/ops/gradient.h"
#include "tests/engine/backend/mirror_rank.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace netsmith::test {
namespace {

template <class T>
std::vector<std::byte> bytesAs(const std::vector<double>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T value = static_cast<T>(values[i]);
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
    return bytes;
}

std::vector<std::byte> bytesOf(const OpInput& input)
{
    switch (input.type) {
    case DataType::f32: return bytesAs<float>(input.values);
    case DataType::i32: return bytesAs<std::int32_t>(input.values);
    case DataType::u8: return bytesAs<std::uint8_t>(input.values);
    default: throw std::logic_error("a test binds data of this type for the first time");
    }
}

/// bf16 keeps 8 bits, f16 and tf32 11; f32 is exact to 6e-8, and sums of a few hundred numbers lose some of that.
double toleranceOf(Precision precision)
{
    switch (precision) {
    case Precision::bf16: return 2e-2;
    case Precision::fp16:
    case Precision::tf32: return 3e-3;
    default: return 1e-5;
    }
}

std::string dataName(std::size_t index)
{
    return "train/field" + std::to_string(index);
}

} // namespace

Availability availabilityOf(const std::string& name, Precision precision)
{
    auto backend = loadBackend(name);
    if (!backend)
        return {nullptr, backend.error().what()};
    if (const auto problem = (*backend)->problem())
        return {nullptr, problem->what()};
    for (const DeviceInfo& device : (*backend)->devices())
        for (const PrecisionSupport& support : device.precisions)
            if (support.precision == precision && !support.available)
                return {nullptr, name + " has no " + std::string(nameOf(precision)) + ": " + support.note->text()};
    return {*backend, {}};
}

OpRun::OpRun(Backend& backend, const OpCase& opCase, Precision precision)
{
    m_plan.name = opCase.name;
    m_plan.batch = 1;
    m_plan.precision = precision;
    m_plan.programs.push_back({"forward_backward", {}});
    for (const OpInput& input : opCase.inputs)
        m_inputs.push_back(addTensor(input, precision));
    for (const OpInput& target : opCase.targets)
        m_targets.push_back(addTensor(target, precision));

    Emitter emitter(m_plan.tensors, m_plan.programs[0]);
    if (opCase.into.empty()) {
        m_outputs = emitter.emit(*opCase.spec, opCase.attributes, m_inputs);
    } else {
        for (const int index : opCase.into) {
            const auto at = static_cast<std::size_t>(index);
            m_outputs.push_back(index == OpCase::fresh     ? emitter.add({})
                                    : at < m_inputs.size() ? m_inputs[at]
                                                           : m_targets[at - m_inputs.size()]);
        }
        emitter.emitInto(*opCase.spec, opCase.attributes, m_inputs, m_outputs);
    }
    if (opCase.spec->gradient && std::ranges::any_of(opCase.inputs, &OpInput::wanted))
        addGradient(opCase);

    static MirrorRank ranks;
    const CompileOptions options{.fuse = false, .keepAll = true, .communicator = &ranks};
    layOutState(m_plan);
    m_state = backend.createState(m_plan).take();
    m_executable = backend.compile(m_plan, *m_state, options).take();
    writeInputs(opCase);
}

TensorId OpRun::addTensor(const OpInput& input, Precision precision)
{
    if (input.absent)
        return noTensor;
    TensorInfo info{.name = {}, .shape = input.shape, .type = input.type, .role = Role::input};
    if (input.low && precision == Precision::bf16)
        info.type = DataType::bf16;
    if (input.low && precision == Precision::fp16)
        info.type = DataType::f16;
    if (input.data) {
        info.name = dataName(m_inputs.size());
        info.role = Role::data;
        info.shape = input.shape.withoutBatch().withBatch(1);
    }
    m_plan.tensors.push_back(info);
    return static_cast<TensorId>(m_plan.tensors.size()) - 1;
}

void OpRun::addGradient(const OpCase& opCase)
{
    TensorInfo arriving = m_plan.tensor(m_outputs[0]);
    arriving.role = Role::input;
    m_arriving = uniform(arriving.shape.elements(), 77, -1.0, 1.0);
    Emitter emitter(m_plan.tensors, m_plan.programs[0]);
    m_arrivingId = emitter.add(arriving);
    std::vector<TensorId> outputGradients(m_outputs.size(), noTensor);
    outputGradients[0] = m_arrivingId;
    std::vector<bool> needed;
    for (const OpInput& input : opCase.inputs)
        needed.push_back(input.wanted);
    const Op op = m_plan.programs[0].ops.front();
    GradientContext context(op, emitter, outputGradients, needed);
    op.spec->gradient(context);
    m_gradients = context.inputGradients();
}

void OpRun::writeInputs(const OpCase& opCase)
{
    for (std::size_t i = 0; i < opCase.inputs.size(); ++i) {
        const OpInput& input = opCase.inputs[i];
        if (!input.data) {
            if (!input.absent)
                write(m_inputs[i], input.values);
            continue;
        }
        m_data.push_back(bytesOf(input));
        m_state
            ->bind(dataName(i),
                   {.type = input.type,
                    .count = input.shape[0],
                    .sampleElements = input.shape.withoutBatch().elements(),
                    .bytes = m_data.back().data(),
                    .stride = input.stride})
            .take();
    }
    for (std::size_t i = 0; i < opCase.targets.size(); ++i)
        write(m_targets[i], opCase.targets[i].values);
    if (m_arrivingId != noTensor)
        write(m_arrivingId, m_arriving);
}

void OpRun::run()
{
    m_executable->runOps(0, 0, static_cast<int>(m_plan.programs[0].ops.size())).take();
}

void OpRun::runForward()
{
    m_executable->runOps(0, 0, 1).take();
}

std::vector<TensorId> OpRun::written() const
{
    std::vector<TensorId> ids;
    for (const Op& op : m_plan.programs[0].ops)
        ids.insert(ids.end(), op.outputs.begin(), op.outputs.end());
    return ids;
}

std::vector<double> OpRun::read(TensorId id) const
{
    std::vector<double> values(static_cast<std::size_t>(m_plan.tensor(id).shape.elements()));
    m_executable->read(id, values).take();
    return values;
}

void OpRun::write(TensorId id, const std::vector<double>& values)
{
    m_executable->write(id, values).take();
}

std::string differenceFromReference(Backend& backend, const OpCase& opCase, Precision precision)
{
    const double tolerance = toleranceOf(precision);
    const bool tensorFloat = precision == Precision::tf32; // how a GPU multiplies f32: the reference has no such thing
    OpRun expected(*loadBackend("reference").take(), opCase, tensorFloat ? Precision::fp32 : precision);
    OpRun got(backend, opCase, precision);
    expected.run();
    got.run();
    for (const TensorId id : got.written()) {
        const std::vector<double> want = expected.read(id);
        const std::vector<double> have = got.read(id);
        const DataType type = got.plan().tensor(id).type;
        const bool exact = type == DataType::i32 || type == DataType::i64 || type == DataType::u8;
        double largest = 0.0;
        for (const double value : want)
            largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
        const double allowed = exact ? 0.0 : tolerance * largest;
        for (std::size_t i = 0; i < want.size(); ++i) {
            const bool same =
                (std::isnan(want[i]) && std::isnan(have[i])) || want[i] == have[i] || std::abs(want[i] - have[i]) <= allowed;
            if (!same) {
                char text[200];
                std::snprintf(text, sizeof text, "tensor %d (%s), element %zu: %.10g, expected %.10g ± %g", id,
                              got.plan().tensor(id).shape.text().c_str(), i, have[i], want[i], allowed);
                return text;
            }
        }
    }
    return {};
}

std::vector<double> spread(std::int64_t count, std::uint64_t seed, double scale)
{
    std::vector<double> values;
    const double step = 2.0 * scale / static_cast<double>(count + 1);
    for (std::int64_t i = 0; i < count; ++i) {
        // From −scale up, half a step away from 0.
        const double at = (static_cast<double>(i - count / 2) + 0.5) * step;
        values.push_back(static_cast<double>(static_cast<float>(at)));
    }
    RandomStream random(seed, 5);
    for (std::size_t i = values.size(); i > 1; --i)
        std::swap(values[i - 1], values[random.below(static_cast<std::uint32_t>(i))]);
    return values;
}

std::vector<double> uniform(std::int64_t count, std::uint64_t seed, double low, double high)
{
    RandomStream random(seed, 6);
    std::vector<double> values(static_cast<std::size_t>(count));
    for (double& value : values)
        value = static_cast<double>(static_cast<float>(random.uniform(low, high)));
    return values;
}

} // namespace netsmith::test
