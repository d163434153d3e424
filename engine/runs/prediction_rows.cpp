#include "engine/runs/prediction_rows.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith::runs {
namespace {

std::string predictionCell(double number)
{
    return std::isnan(number) ? std::string() : fmt::format("{:.9g}", number);
}

} // namespace

std::optional<std::int64_t> classOf(const AskedSample& sample, std::int64_t step, std::int64_t steps)
{
    const auto at = static_cast<std::size_t>(sample.index * steps + step);
    if (at >= sample.truth.numbers.size() || std::isnan(sample.truth.numbers[at]))
        return std::nullopt;
    return static_cast<std::int64_t>(sample.truth.numbers[at]);
}

std::string classNameOf(const PredictedOutput& output, const AskedSample& sample, std::int64_t number)
{
    const auto at = static_cast<std::size_t>(sample.index);
    return number < 0 && at < sample.truth.classes.size() ? sample.truth.classes[at] : output.nameOf(number);
}

std::span<const double> truthNumbersOf(const AskedSample& sample, std::size_t size)
{
    const std::size_t first = static_cast<std::size_t>(sample.index) * size;
    return first + size <= sample.truth.numbers.size() ? std::span(sample.truth.numbers).subspan(first, size)
                                                       : std::span<const double>();
}

PredictionRows::PredictionRows(std::span<const PredictedOutput> outputs, const std::vector<bool>& truths)
    : m_outputs(outputs)
    , m_truths(truths)
    , m_rows{{"input"}}
{
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        const PredictedOutput& output = outputs[o];
        const std::string prefix = outputs.size() > 1 ? output.node + "." : std::string();
        const auto add = [&](const std::string& name) { m_rows.front().push_back(prefix + name); };
        const auto addAll = [&](const std::string& name) {
            const auto size = output.shape.elements();
            for (std::int64_t i = 0; i < size; ++i)
                add(size == 1 ? name : fmt::format("{}_{}", name, i + 1));
        };
        if (tellsSteps(output)) {
            add("classes");
        } else if (output.numbersAClass() > 0) {
            add("class");
            add("name");
            for (std::int64_t c = 0; c < output.target.classes; ++c)
                add((output.form == OutputForm::numbers ? "score " : "share ") + output.nameOf(c));
            if (m_truths[o]) {
                add("truth");
                add("right");
            }
        } else {
            addAll("predicted");
            if (m_truths[o]) {
                addAll("truth");
                addAll("error");
            }
        }
    }
}

void PredictionRows::add(std::size_t index, std::span<const float> numbers, const AskedSample& sample)
{
    const PredictedOutput& output = m_outputs[index];
    std::vector<std::string>& row = m_rows.back();
    if (tellsSteps(output)) {
        std::string names;
        for (const std::int64_t step : stepsOf(output, numbers))
            names += (names.empty() ? "" : " ") + output.nameOf(step);
        row.push_back(std::move(names));
        return;
    }
    if (output.numbersAClass() > 0) {
        const ClassAnswer answer = classAnswer(output, numbers);
        row.push_back(std::to_string(answer.best));
        row.push_back(output.nameOf(answer.best));
        for (const double value : answer.values)
            row.push_back(predictionCell(value));
        if (!m_truths[index])
            return;
        const auto truth = classOf(sample);
        row.push_back(truth ? classNameOf(output, sample, *truth) : std::string());
        row.push_back(!truth ? "" : *truth == answer.best ? "yes" : "no");
        return;
    }
    const std::vector<double> values = readableNumbers(output, numbers);
    for (const double value : values)
        row.push_back(predictionCell(value));
    if (!m_truths[index])
        return;
    const std::span<const double> truth = truthNumbersOf(sample, values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        row.push_back(truth.empty() ? "" : predictionCell(truth[i]));
    for (std::size_t i = 0; i < values.size(); ++i)
        row.push_back(truth.empty() ? "" : predictionCell(values[i] - truth[i]));
}

} // namespace netsmith::runs
