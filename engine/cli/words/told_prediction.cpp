#include "engine/cli/words/told_prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::cli {
namespace {

void judgeSteps(Answer& answer, const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample)
{
    const std::vector<std::int64_t> steps = stepsOf(output, numbers);
    std::int64_t right = 0;
    std::int64_t known = 0;
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (const auto truth = runs::classOf(sample, static_cast<std::int64_t>(i), std::ssize(steps))) {
            ++known;
            right += *truth == steps[i] ? 1 : 0;
        }
    if (known == 0)
        return;
    answer.json["right"] = right;
    answer.json["known"] = known;
    answer.words += fmt::format("  {} of {} right", right, known);
}

void judgeClass(Answer& answer, const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample)
{
    const auto truth = runs::classOf(sample);
    if (!truth)
        return;
    const bool right = *truth == classAnswer(output, numbers).best;
    const std::string name = runs::classNameOf(output, sample, *truth);
    answer.json["label"] = *truth;
    answer.json["label_name"] = name;
    answer.json["right"] = right;
    answer.words += right ? "  right"
        : *truth < 0      ? fmt::format("  it is {}, which training never saw", name)
                          : fmt::format("  wrong: it is {}", name);
}

void judgeNumbers(Answer& answer, const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample)
{
    const std::vector<double> values = readableNumbers(output, numbers);
    const std::span<const double> truth = runs::truthNumbersOf(sample, values.size());
    const auto known = std::ranges::count_if(truth, [](double number) { return !std::isnan(number); });
    if (known == 0)
        return;
    std::vector<double> errors;
    double total = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        errors.push_back(values[i] - truth[i]);
        total += std::isnan(errors.back()) ? 0.0 : std::abs(errors.back());
    }
    answer.json["truth"] = std::vector(truth.begin(), truth.end());
    answer.json["error"] = errors;
    answer.words += values.size() == 1 ? fmt::format("  truth {:.6g}  error {:+.6g}", truth[0], errors[0])
                                       : fmt::format("  mean absolute error {:.6g}", total / static_cast<double>(known));
}

} // namespace

Answer told(const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample, int top)
{
    Answer answer = answerOf(output, numbers, top);
    if (tellsSteps(output))
        judgeSteps(answer, output, numbers, sample);
    else if (output.numbersAClass() > 0)
        judgeClass(answer, output, numbers, sample);
    else
        judgeNumbers(answer, output, numbers, sample);
    return answer;
}

} // namespace netsmith::cli
