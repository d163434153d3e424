#include "engine/predict/network_prediction.h"

#include "engine/core/files/mapped_file.h"
#include "engine/core/philox.h"
#include "engine/fields/field_fit.h"
#include "engine/graph/project/settings.h"
#include "engine/losses/registry.h"
#include "engine/ops/activation.h"
#include "engine/ops/add.h"
#include "engine/ops/add_bias.h"
#include "engine/ops/cast.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/copy.h"
#include "engine/ops/dense.h"
#include "engine/ops/round.h"
#include "engine/ops/softmax.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace netsmith {
namespace {

/// How numbers of the data become those that the network reads.
struct NumberScale {
    float subtract = 0.0F;
    float divide = 1.0F;
};

/// The numbers of a field's samples, whatever its type, scaled in single precision as in the plan for training; class numbers,
/// which have no scale, as they are.
void copyNumbers(const data::Field& field, std::int64_t first, std::int64_t count, const std::optional<NumberScale>& scale,
                 double* to)
{
    const auto elements = static_cast<std::size_t>(field.spec.shape.elements());
    const NumberScale by = scale.value_or(NumberScale());
    const auto each = [&]<class T>(T) {
        for (std::int64_t i = first; i < first + count; ++i) {
            const std::byte* from = field.sample(i).data();
            double* out = to + static_cast<std::size_t>(i - first) * elements;
            for (std::size_t at = 0; at < elements; ++at) {
                T value;
                std::memcpy(&value, from + at * sizeof(T), sizeof(T));
                const auto number = static_cast<double>(value);
                out[at] = scale ? (static_cast<float>(number) - by.subtract) / by.divide : number;
            }
        }
    };
    if (!withCppType(field.spec.type, each))
        throw Error(ErrorKind::input, NS_MESSAGE("predict.type", "the field \"{0}\" holds {1}, which can't be read; give f32"),
                    field.spec.name, nameOf(field.spec.type));
}

/// The activation that an op computes, by itself or fused.
std::optional<Activation> activationOf(const Op& op)
{
    if (op.spec == &ops::activation)
        return op.as<ActivationAttributes>().kind;
    if (op.spec == &ops::dense)
        return op.as<DenseAttributes>().activation;
    if (op.spec == &ops::addBias)
        return op.as<AddBiasAttributes>().activation;
    if (op.spec == &ops::add)
        return op.as<AddAttributes>().activation;
    if (op.spec == &ops::conv2d)
        return op.as<Conv2dAttributes>().activation;
    return std::nullopt;
}

/// The meaning of an output's numbers, from the op that makes them; conversions after it are ignored, as in losses.
OutputForm formOf(const LogicalPlan& plan, TensorId tensor, const LossSpec& loss)
{
    const std::vector<Op>& ops = plan.program(programs::predict).ops;
    for (;;) {
        const auto made =
            std::ranges::find_if(ops, [&](const Op& op) { return std::ranges::find(op.outputs, tensor) != op.outputs.end(); });
        if (made == ops.end())
            break;
        if (made->spec == &ops::cast || made->spec == &ops::copy || made->spec == &ops::round) {
            tensor = made->inputs[0];
            continue;
        }
        const bool sigmoid = activationOf(*made) == Activation::sigmoid && loss.appliedActivation != "softmax";
        if (made->spec == &ops::softmax || sigmoid)
            return OutputForm::shares;
        break;
    }
    return loss.appliedActivation == "softmax" ? OutputForm::softmaxLogits
        : loss.appliedActivation == "sigmoid"  ? OutputForm::sigmoidLogits
                                               : OutputForm::numbers;
}

double sigmoid(double logit)
{
    return 1.0 / (1.0 + std::exp(-logit));
}

void softmax(std::span<double> values)
{
    const double most = *std::ranges::max_element(values);
    double total = 0.0;
    for (double& value : values)
        total += value = std::exp(value - most);
    for (double& value : values)
        value /= total;
}

} // namespace

bool PredictedOutput::isBinary() const
{
    return target.classes == 2 && shape.elements() == target.shape.elements();
}

std::int64_t PredictedOutput::numbersAClass() const
{
    if (target.classes == 0)
        return 0;
    return isBinary() ? 1 : shape.rank() > 0 && shape[-1] == target.classes ? shape[-1] : 0;
}

std::string PredictedOutput::nameOf(std::int64_t classNumber) const
{
    const bool named = classNumber >= 0 && classNumber < std::ssize(classNames);
    return named ? classNames[static_cast<std::size_t>(classNumber)] : std::to_string(classNumber);
}

ClassAnswer classAnswer(const PredictedOutput& output, std::span<const float> numbers)
{
    ClassAnswer answer{.values = readableNumbers(output, numbers), .areShares = output.form != OutputForm::numbers};
    if (output.isBinary()) {
        const double said = answer.values.front();
        answer.values = answer.areShares ? std::vector{1.0 - said, said} : std::vector{-said, said};
        answer.best = said > (answer.areShares ? 0.5 : 0.0) ? 1 : 0;
        return answer;
    }
    answer.best = std::ranges::max_element(answer.values) - answer.values.begin();
    return answer;
}

std::vector<double> readableNumbers(const PredictedOutput& output, std::span<const float> numbers)
{
    std::vector<double> values(numbers.begin(), numbers.end());
    if (output.form == OutputForm::sigmoidLogits)
        std::ranges::transform(values, values.begin(), sigmoid);
    const auto row = output.shape.rank() > 0 ? static_cast<std::size_t>(output.shape[-1]) : std::size_t{1};
    if (output.form == OutputForm::softmaxLogits)
        for (std::size_t at = 0; at + row <= values.size(); at += row)
            softmax(std::span(values).subspan(at, row));
    return values;
}

NetworkPrediction::NetworkPrediction(CompiledNetwork& network, const Project& project, std::span<const data::FieldSpec> fields)
    : m_network(network)
    , m_data(project.data)
{
    const LogicalPlan& plan = m_network.plan();
    const auto specOf = [&](std::string_view name) { return *std::ranges::find(fields, name, &data::FieldSpec::name); };
    const std::string noise = noiseName({});
    for (const TensorId input : plan.predictInputs) {
        const std::string name = plan.tensor(input).name.substr(std::string_view("predict/").size());
        if (name.starts_with(noise)) {
            m_noise.push_back({input, nameHash(std::string_view(name).substr(noise.size()))});
            continue;
        }
        m_inputs.push_back(specOf(name));
        m_inputs.back().stride = 0; // the caller passes samples directly
        m_inputTensors.push_back(input);
    }
    for (std::size_t i = 0; i < plan.predictions.size(); ++i) {
        const Objective& objective = project.training.objectives[i];
        const Node* node = objectiveNode(project.graph, objective);
        const Shape shape = plan.tensor(plan.predictions[i]).shape.withoutBatch();
        data::FieldSpec target{.type = DataType::f32, .shape = shape}; // without a name: no data field has it
        if (objective.learnsField())
            target = specOf(objective.target);
        m_outputs.push_back({node ? node->id : "", shape, target.classNames, target,
                             formOf(plan, plan.predictions[i], *losses().find(objective.loss.id))});
        m_outputTensors.push_back(plan.predictions[i]);
    }
    for (const ObservedLayer& layer : plan.observed) {
        const Shape shape = layer.shape.withoutBatch();
        const bool isInput = plan.tensor(layer.tensors.output).role == Role::input;
        m_outputs.push_back({layer.tensors.node, shape, {}, {.type = DataType::f32, .shape = shape}});
        m_outputs.back().source = isInput ? OutputSource::input : OutputSource::layer;
        m_outputTensors.push_back(layer.tensors.output);
    }
}

void NetworkPrediction::check(std::span<const data::Field> samples) const
{
    if (samples.size() != m_inputs.size())
        throw Error(ErrorKind::input, NS_MESSAGE("predict.inputs", "the network takes {0:input|inputs}, got {1}"), m_inputs.size(),
                    samples.size());
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
        if (samples[i].spec.shape != m_inputs[i].shape)
            throw Error(ErrorKind::input, NS_MESSAGE("predict.input", "the input \"{0}\" takes samples of {1}, got {2}"),
                        m_inputs[i].name, m_inputs[i].shape.text(), samples[i].spec.shape.text());
        data::requireFit(samples[i].spec, m_inputs[i]);
        if (samples[i].count != samples[0].count)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("predict.samples", "the input \"{0}\" has {1:sample|samples}, and \"{2}\" has {3}"),
                        m_inputs[0].name, samples[0].count, m_inputs[i].name, samples[i].count);
    }
}

void NetworkPrediction::appendNumbers(const data::Field& field, const data::FieldSpec& spec, std::int64_t first, std::int64_t count,
                                      std::vector<double>& out) const
{
    std::optional<NumberScale> scale;
    if (spec.classes == 0) {
        const InputScale given = inputScale(m_data, spec.type, spec.shape, spec.classes);
        scale = {static_cast<float>(given.subtract), static_cast<float>(given.divide)};
    }
    const std::size_t before = out.size();
    out.resize(before + static_cast<std::size_t>(count * field.spec.shape.elements()));
    copyNumbers(field, first, count, scale, out.data() + before);
}

std::vector<std::vector<double>> NetworkPrediction::readNumbers(std::span<const data::Field> given) const
{
    std::vector<std::vector<double>> numbers;
    const std::vector<data::Field> samples = fitted(given);
    for (std::size_t i = 0; i < samples.size(); ++i)
        appendNumbers(samples[i], m_inputs[i], 0, samples[i].count, numbers.emplace_back());
    for (const data::Field& field : given)
        checkMapped(field.all());
    return numbers;
}

/// Standard normal numbers that depend only on seed, layer and the sample's number.
void NetworkPrediction::drawNoise(const NoiseInput& noise, std::int64_t first, std::int64_t count)
{
    const std::int64_t elements = m_network.plan().tensor(noise.tensor).shape.withoutBatch().elements();
    m_numbers.clear();
    for (std::int64_t sample = first; sample < first + count; ++sample) {
        RandomStream random(m_network.plan().seed + static_cast<std::uint64_t>(sample), noise.stream);
        for (std::int64_t i = 0; i < elements; ++i)
            m_numbers.push_back(random.normal());
    }
    write(noise.tensor);
}

/// The rest of the batch is zeros.
void NetworkPrediction::write(TensorId tensor)
{
    m_numbers.resize(static_cast<std::size_t>(m_network.plan().tensor(tensor).shape.elements()), 0.0);
    m_network.at(m_network.batch()).executable->write(tensor, m_numbers).take();
}

std::vector<data::Field> NetworkPrediction::fitted(std::span<const data::Field> given) const
{
    check(given);
    std::vector<data::Field> samples;
    for (std::size_t i = 0; i < given.size(); ++i) {
        samples.push_back(data::applyFit(given[i], m_inputs[i]));
        samples.back().spec.classes = m_inputs[i].classes;
        data::checkClasses(samples.back(), m_inputs[i].name);
    }
    return samples;
}

std::vector<std::vector<float>> NetworkPrediction::predict(std::span<const data::Field> given, std::int64_t count)
{
    const std::vector<data::Field> samples = fitted(given);
    const CompiledNetwork::Sized& sized = m_network.at(m_network.batch());
    std::vector<std::vector<float>> outputs(m_outputs.size());
    const std::int64_t total = samples.empty() ? count : samples[0].count;
    for (std::int64_t first = 0; first < total; first += m_network.batch()) {
        // The rest of a last, smaller batch is zeros: in evaluation no sample sees another.
        const std::int64_t size = std::min(m_network.batch(), total - first);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            m_numbers.clear();
            appendNumbers(samples[i], m_inputs[i], first, size, m_numbers);
            write(m_inputTensors[i]);
        }
        for (const NoiseInput& noise : m_noise)
            drawNoise(noise, first, size);
        sized.executable->run(std::span(&sized.predict, 1), 1, {}, {}).take();
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            std::vector<double> numbers(static_cast<std::size_t>(m_outputs[i].shape.elements() * m_network.batch()));
            sized.executable->read(m_outputTensors[i], numbers).take();
            outputs[i].insert(outputs[i].end(), numbers.begin(), numbers.begin() + size * m_outputs[i].shape.elements());
        }
    }
    for (const data::Field& field : given) // which may be read from a file on demand
        checkMapped(field.all());
    return outputs;
}

} // namespace netsmith
