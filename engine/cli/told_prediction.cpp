#include "engine/cli/told_prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace netsmith::cli {
namespace {

constexpr std::size_t numbersAtMost = 8; // in words
constexpr std::size_t stepsAtMost = 40;

/// What a sample is known to be: the class's number, −1 for one that training never saw; nothing where it is not told.
std::optional<std::int64_t> classOf(const AskedSample& sample, std::int64_t step = 0, std::int64_t steps = 1)
{
    const auto at = static_cast<std::size_t>(sample.index * steps + step);
    if (at >= sample.truth.numbers.size() || std::isnan(sample.truth.numbers[at]))
        return std::nullopt;
    return static_cast<std::int64_t>(sample.truth.numbers[at]);
}

/// Its class as the file or the run calls it.
std::string classNameOf(const train::PredictedOutput& output, const AskedSample& sample, std::int64_t number)
{
    const auto at = static_cast<std::size_t>(sample.index);
    return number < 0 && at < sample.truth.classes.size() ? sample.truth.classes[at] : output.nameOf(number);
}

/// The numbers it is known to be; none where that is not told.
std::span<const double> numbersOf(const AskedSample& sample, std::size_t size)
{
    const std::size_t first = static_cast<std::size_t>(sample.index) * size;
    return first + size <= sample.truth.numbers.size() ? std::span(sample.truth.numbers).subspan(first, size)
                                                       : std::span<const double>();
}

/// The class of each step of a sequence.
std::vector<std::int64_t> stepsOf(const train::PredictedOutput& output, std::span<const float> numbers)
{
    const auto size = static_cast<std::size_t>(output.numbersAClass());
    std::vector<std::int64_t> steps;
    for (std::size_t at = 0; at + size <= numbers.size(); at += size)
        steps.push_back(train::classAnswer(output, numbers.subspan(at, size)).best);
    return steps;
}

bool tellsSteps(const train::PredictedOutput& output)
{
    return output.numbersAClass() > 0 && output.shape.elements() > output.numbersAClass();
}

ToldPrediction toldSteps(const train::PredictedOutput& output, std::span<const float> numbers, const AskedSample& sample)
{
    const std::vector<std::int64_t> steps = stepsOf(output, numbers);
    ToldPrediction told{"  ", {{"classes", steps}}};
    Json names = Json::array();
    std::int64_t right = 0;
    std::int64_t known = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string name = output.nameOf(steps[i]);
        names.push_back(name);
        if (i < stepsAtMost)
            told.words += (i > 0 ? " " : "") + name;
        if (const auto truth = classOf(sample, static_cast<std::int64_t>(i), std::ssize(steps))) {
            ++known;
            right += *truth == steps[i] ? 1 : 0;
        }
    }
    told.json["names"] = std::move(names);
    if (steps.size() > stepsAtMost)
        told.words += fmt::format(" … ({} steps)", steps.size());
    if (known > 0) {
        told.json["right"] = right;
        told.json["known"] = known;
        told.words += fmt::format("  {} of {} right", right, known);
    }
    return told;
}

ToldPrediction toldClass(const train::PredictedOutput& output, std::span<const float> numbers, const AskedSample& sample, int top)
{
    const train::ClassAnswer answer = train::classAnswer(output, numbers);
    std::vector<std::size_t> ranks(answer.values.size());
    std::iota(ranks.begin(), ranks.end(), std::size_t{0});
    std::ranges::stable_sort(ranks, [&](std::size_t a, std::size_t b) { return answer.values[a] > answer.values[b]; });
    std::ranges::stable_partition(ranks, [&](std::size_t rank) { return static_cast<std::int64_t>(rank) == answer.best; });
    ToldPrediction told{{}, {{"class", answer.best}, {"name", output.nameOf(answer.best)}, {"probabilities", answer.areShares}}};
    for (std::size_t i = 0; i < std::min(ranks.size(), static_cast<std::size_t>(top)); ++i) {
        const std::string name = output.nameOf(static_cast<std::int64_t>(ranks[i]));
        told.words += answer.areShares ? fmt::format("  {} {:.2f} %", name, 100.0 * answer.values[ranks[i]])
                                       : fmt::format("  {} {:.4g}", name, answer.values[ranks[i]]);
    }
    told.json[answer.areShares ? "shares" : "scores"] = answer.values;
    if (const auto truth = classOf(sample)) {
        const std::string name = classNameOf(output, sample, *truth);
        told.json["label"] = *truth;
        told.json["label_name"] = name;
        told.json["right"] = *truth == answer.best;
        told.words += *truth == answer.best ? "  right"
            : *truth < 0                    ? fmt::format("  it is {}, which training never saw", name)
                                            : fmt::format("  wrong: it is {}", name);
    }
    return told;
}

ToldPrediction toldNumbers(const train::PredictedOutput& output, std::span<const float> numbers, const AskedSample& sample)
{
    const std::vector<double> values = train::readableNumbers(output, numbers);
    ToldPrediction told{{}, Json::object()};
    for (std::size_t i = 0; i < std::min(values.size(), numbersAtMost); ++i)
        told.words += fmt::format("  {:.6g}", values[i]);
    if (values.size() > numbersAtMost)
        told.words += fmt::format("  … ({} numbers)", values.size());
    if (output.form == train::OutputForm::softmaxLogits || output.form == train::OutputForm::sigmoidLogits)
        told.json["shares"] = values;
    const std::span<const double> truth = numbersOf(sample, values.size());
    if (truth.empty() || std::ranges::any_of(truth, [](double number) { return std::isnan(number); }))
        return told;
    std::vector<double> errors;
    double total = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        errors.push_back(values[i] - truth[i]);
        total += std::abs(errors.back());
    }
    told.json["truth"] = std::vector(truth.begin(), truth.end());
    told.json["error"] = errors;
    told.words += values.size() == 1 ? fmt::format("  truth {:.6g}  error {:+.6g}", truth[0], errors[0])
                                     : fmt::format("  mean absolute error {:.6g}", total / static_cast<double>(values.size()));
    return told;
}

std::string cell(double number)
{
    return std::isnan(number) ? std::string() : fmt::format("{:.9g}", number);
}

} // namespace

ToldPrediction told(const train::PredictedOutput& output, std::span<const float> numbers, const AskedSample& sample, int top)
{
    ToldPrediction told = tellsSteps(output) ? toldSteps(output, numbers, sample)
        : output.numbersAClass() > 0         ? toldClass(output, numbers, sample, top)
                                             : toldNumbers(output, numbers, sample);
    told.json["values"] = std::vector<double>(numbers.begin(), numbers.end());
    return told;
}

PredictionRows::PredictionRows(std::span<const train::PredictedOutput> outputs, const std::vector<bool>& truths)
    : m_outputs(outputs)
    , m_truths(truths)
    , m_rows{{"input"}}
{
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        const train::PredictedOutput& output = outputs[o];
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
                add((output.form == train::OutputForm::numbers ? "score " : "share ") + output.nameOf(c));
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
    const train::PredictedOutput& output = m_outputs[index];
    std::vector<std::string>& row = m_rows.back();
    if (tellsSteps(output)) {
        std::string names;
        for (const std::int64_t step : stepsOf(output, numbers))
            names += (names.empty() ? "" : " ") + output.nameOf(step);
        row.push_back(std::move(names));
        return;
    }
    if (output.numbersAClass() > 0) {
        const train::ClassAnswer answer = train::classAnswer(output, numbers);
        row.push_back(std::to_string(answer.best));
        row.push_back(output.nameOf(answer.best));
        for (const double value : answer.values)
            row.push_back(cell(value));
        if (!m_truths[index])
            return;
        const auto truth = classOf(sample);
        row.push_back(truth ? classNameOf(output, sample, *truth) : std::string());
        row.push_back(!truth ? "" : *truth == answer.best ? "yes" : "no");
        return;
    }
    const std::vector<double> values = train::readableNumbers(output, numbers);
    for (const double value : values)
        row.push_back(cell(value));
    if (!m_truths[index])
        return;
    const std::span<const double> truth = numbersOf(sample, values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        row.push_back(truth.empty() ? "" : cell(truth[i]));
    for (std::size_t i = 0; i < values.size(); ++i)
        row.push_back(truth.empty() ? "" : cell(values[i] - truth[i]));
}

} // namespace netsmith::cli
