#include "engine/cli/words/told_prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace netsmith::cli {
namespace {

constexpr std::size_t numbersAtMost = 8; // in words
constexpr std::size_t stepsAtMost = 40;

ToldPrediction toldSteps(const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample)
{
    const std::vector<std::int64_t> steps = runs::stepsOf(output, numbers);
    ToldPrediction told{"  ", {{"classes", steps}}};
    Json names = Json::array();
    std::int64_t right = 0;
    std::int64_t known = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string name = output.nameOf(steps[i]);
        names.push_back(name);
        if (i < stepsAtMost)
            told.words += (i > 0 ? " " : "") + name;
        if (const auto truth = runs::classOf(sample, static_cast<std::int64_t>(i), std::ssize(steps))) {
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

ToldPrediction toldClass(const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample, int top)
{
    const ClassAnswer answer = classAnswer(output, numbers);
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
    if (const auto truth = runs::classOf(sample)) {
        const std::string name = runs::classNameOf(output, sample, *truth);
        told.json["label"] = *truth;
        told.json["label_name"] = name;
        told.json["right"] = *truth == answer.best;
        told.words += *truth == answer.best ? "  right"
            : *truth < 0                    ? fmt::format("  it is {}, which training never saw", name)
                                            : fmt::format("  wrong: it is {}", name);
    }
    return told;
}

ToldPrediction toldNumbers(const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample)
{
    const std::vector<double> values = readableNumbers(output, numbers);
    ToldPrediction told{{}, Json::object()};
    for (std::size_t i = 0; i < std::min(values.size(), numbersAtMost); ++i)
        told.words += fmt::format("  {:.6g}", values[i]);
    if (values.size() > numbersAtMost)
        told.words += fmt::format("  … ({} numbers)", values.size());
    if (output.form == OutputForm::softmaxLogits || output.form == OutputForm::sigmoidLogits)
        told.json["shares"] = values;
    const std::span<const double> truth = runs::truthNumbersOf(sample, values.size());
    const auto known = std::ranges::count_if(truth, [](double number) { return !std::isnan(number); });
    if (known == 0)
        return told;
    std::vector<double> errors;
    double total = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        errors.push_back(values[i] - truth[i]);
        total += std::isnan(errors.back()) ? 0.0 : std::abs(errors.back());
    }
    told.json["truth"] = std::vector(truth.begin(), truth.end());
    told.json["error"] = errors;
    told.words += values.size() == 1 ? fmt::format("  truth {:.6g}  error {:+.6g}", truth[0], errors[0])
                                     : fmt::format("  mean absolute error {:.6g}", total / static_cast<double>(known));
    return told;
}

} // namespace

ToldPrediction told(const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample, int top)
{
    ToldPrediction told = runs::tellsSteps(output) ? toldSteps(output, numbers, sample)
        : output.numbersAClass() > 0               ? toldClass(output, numbers, sample, top)
                                                   : toldNumbers(output, numbers, sample);
    told.json["values"] = std::vector<double>(numbers.begin(), numbers.end());
    return told;
}

} // namespace netsmith::cli
