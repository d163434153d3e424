#include "engine/inspect/embeddings/known_targets.h"

#include "engine/fields/element.h"
#include "engine/fields/text/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

constexpr float unknown = NAN;

const data::Field* fieldNamed(const data::DataSplit& split, const std::string& name)
{
    const auto found = std::ranges::find(split.fields, name, [](const data::Field& field) { return field.spec.name; });
    return found == split.fields.end() ? nullptr : &*found;
}

/// The number of steps before the padding at the end.
std::int64_t stepsBeforePadding(const data::Field& field, std::int32_t sample)
{
    std::int64_t at = 0, valid = 0;
    const std::int64_t width = std::max<std::int64_t>(1, field.spec.shape.elements() / field.spec.shape[0]);
    data::eachElement(field.spec.type, field.sample(sample), [&](double number) {
        if (number != static_cast<double>(*field.spec.padding))
            valid = at / width + 1;
        ++at;
    });
    return valid;
}

std::int64_t validSteps(const data::Field& field, const data::Field* lengths, std::int32_t sample)
{
    const std::int64_t all = field.spec.shape[0];
    if (lengths)
        return std::clamp<std::int64_t>(
            static_cast<std::int64_t>(data::elementOf(lengths->spec.type, lengths->sample(sample).data())), 0, all);
    return field.spec.padding ? stepsBeforePadding(field, sample) : all;
}

/// Whether an output says one class of each sample or of each step.
bool saysClasses(const PredictedOutput& output)
{
    return output.numbersAClass() > 0 && output.target.shape.rank() <= 1;
}

bool saysNumber(const PredictedOutput& output)
{
    return output.target.classes == 0 && output.target.shape.rank() <= 1
        && output.shape.elements() == output.target.shape.elements();
}

} // namespace

ValidSteps::ValidSteps(std::span<const data::FieldSpec> inputs, const data::DataSplit& split)
{
    for (const data::FieldSpec& input : inputs)
        if (const data::Field* field = fieldNamed(split, input.name); !m_field && field && field->spec.shape.rank() > 0
            && (!field->spec.lengths.empty() || field->spec.padding || field->spec.shape.rank() <= 2)) {
            m_field = field;
            m_lengths = fieldNamed(split, field->spec.lengths);
        }
}

std::int64_t ValidSteps::of(std::int32_t sample) const
{
    return m_field ? validSteps(*m_field, m_lengths, sample) : 0;
}

std::string KnownTargets::textOf(float target) const
{
    if (std::isnan(target))
        return {};
    if (!isClasses())
        return fmt::format("{:.9g}", target);
    const auto number = static_cast<std::int64_t>(target);
    const bool named = number >= 0 && number < std::ssize(field.classNames);
    return named ? field.classNames[static_cast<std::size_t>(number)] : std::to_string(number);
}

TargetReader::TargetReader(std::span<const PredictedOutput> outputs, const data::DataSplit& split)
{
    for (const auto says : {saysClasses, saysNumber})
        for (std::size_t i = 0; i < outputs.size() && !m_field; ++i)
            if (outputs[i].source == OutputSource::objective && !outputs[i].target.name.empty() && says(outputs[i])) {
                m_field = fieldNamed(split, outputs[i].target.name);
                m_output = m_field ? &outputs[i] : nullptr;
                m_outputNumber = i;
            }
    for (const data::Field& field : split.fields) // or what no loss learns
        if (!m_field && field.spec.classes > 0 && field.spec.shape.elements() == 1)
            m_field = &field;
    if (!m_field)
        return;
    m_hasSteps = m_field->spec.shape.rank() == 1 && m_field->spec.shape.elements() > 1 && m_field->spec.classes > 0;
    m_lengths = fieldNamed(split, m_field->spec.lengths);
    m_known.field = m_output ? m_output->target : m_field->spec;
    m_known.field.classes = m_field->spec.classes;
}

std::size_t TargetReader::stepOf(std::int32_t sample) const
{
    return m_hasSteps ? static_cast<std::size_t>(std::max<std::int64_t>(1, validSteps(*m_field, m_lengths, sample)) - 1) : 0;
}

void TargetReader::add(std::int32_t sample, const std::vector<std::vector<float>>& outputs, std::size_t place)
{
    if (!m_field)
        return;
    const data::FieldSpec& spec = m_field->spec;
    const std::size_t step = stepOf(sample);
    const double target = data::elementOf(spec.type, m_field->sample(sample).data() + step * sizeOf(spec.type));
    const bool isKnown = std::isfinite(target) && (spec.classes == 0 || (target >= 0.0 && target < spec.classes))
        && !(spec.padding && target == static_cast<double>(*spec.padding));
    m_known.targets.push_back(isKnown ? static_cast<float>(target) : unknown);
    if (!m_output)
        return;
    const auto size = static_cast<std::size_t>(m_output->shape.elements());
    const auto numbers = std::span(outputs[m_outputNumber]).subspan(place * size, size);
    float predicted = unknown;
    if (const auto width = static_cast<std::size_t>(m_output->numbersAClass()); width > 0 && (step + 1) * width <= size) {
        const auto own = numbers.subspan(step * width, width);
        if (std::ranges::all_of(own, [](float number) { return std::isfinite(number); }))
            predicted = static_cast<float>(classAnswer(*m_output, own).best);
    } else if (width == 0) {
        predicted = static_cast<float>(readableNumbers(*m_output, numbers).front());
    }
    m_known.predictions.push_back(std::isfinite(predicted) ? predicted : unknown);
}

} // namespace netsmith::inspect
