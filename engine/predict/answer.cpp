#include "engine/predict/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace netsmith {
namespace {

constexpr std::size_t numbersAtMost = 8; // in words
constexpr std::size_t stepsAtMost = 40;

Answer stepsAnswer(const PredictedOutput& output, std::span<const float> numbers)
{
    const std::vector<std::int64_t> steps = stepsOf(output, numbers);
    Answer answer{"  ", {{"classes", steps}}};
    Json names = Json::array();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string name = output.nameOf(steps[i]);
        names.push_back(name);
        if (i < stepsAtMost)
            answer.words += (i > 0 ? " " : "") + name;
    }
    answer.json["names"] = std::move(names);
    if (steps.size() > stepsAtMost)
        answer.words += fmt::format(" … ({} steps)", steps.size());
    return answer;
}

Answer oneClassAnswer(const PredictedOutput& output, std::span<const float> numbers, int top)
{
    const ClassAnswer found = classAnswer(output, numbers);
    std::vector<std::size_t> ranks(found.values.size());
    std::iota(ranks.begin(), ranks.end(), std::size_t{0});
    std::ranges::stable_sort(ranks, [&](std::size_t a, std::size_t b) { return found.values[a] > found.values[b]; });
    std::ranges::stable_partition(ranks, [&](std::size_t rank) { return static_cast<std::int64_t>(rank) == found.best; });
    Answer answer{{}, {{"class", found.best}, {"name", output.nameOf(found.best)}, {"probabilities", found.areShares}}};
    for (std::size_t i = 0; i < std::min(ranks.size(), static_cast<std::size_t>(top)); ++i) {
        const std::string name = output.nameOf(static_cast<std::int64_t>(ranks[i]));
        answer.words += found.areShares ? fmt::format("  {} {:.2f} %", name, 100.0 * found.values[ranks[i]])
                                        : fmt::format("  {} {:.4g}", name, found.values[ranks[i]]);
    }
    answer.json[found.areShares ? "shares" : "scores"] = found.values;
    return answer;
}

Answer numbersAnswer(const PredictedOutput& output, std::span<const float> numbers)
{
    const std::vector<double> values = readableNumbers(output, numbers);
    Answer answer{{}, Json::object()};
    for (std::size_t i = 0; i < std::min(values.size(), numbersAtMost); ++i)
        answer.words += fmt::format("  {:.6g}", values[i]);
    if (values.size() > numbersAtMost)
        answer.words += fmt::format("  … ({} numbers)", values.size());
    if (output.form == OutputForm::softmaxLogits || output.form == OutputForm::sigmoidLogits)
        answer.json["shares"] = values;
    return answer;
}

} // namespace

Answer answerOf(const PredictedOutput& output, std::span<const float> numbers, int top)
{
    Answer answer = tellsSteps(output) ? stepsAnswer(output, numbers)
        : output.numbersAClass() > 0   ? oneClassAnswer(output, numbers, top)
                                       : numbersAnswer(output, numbers);
    answer.json["values"] = std::vector<double>(numbers.begin(), numbers.end());
    return answer;
}

std::vector<std::int64_t> stepsOf(const PredictedOutput& output, std::span<const float> numbers)
{
    const auto size = static_cast<std::size_t>(output.numbersAClass());
    std::vector<std::int64_t> steps;
    for (std::size_t at = 0; at + size <= numbers.size(); at += size)
        steps.push_back(classAnswer(output, numbers.subspan(at, size)).best);
    return steps;
}

bool tellsSteps(const PredictedOutput& output)
{
    return output.numbersAClass() > 0 && output.shape.elements() > output.numbersAClass();
}

} // namespace netsmith
