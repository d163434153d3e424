#include "gui/app/asking/given_answers.h"

#include "engine/fields/watch.h"
#include "engine/input/sample_reading.h"
#include "engine/predict/prediction.h"
#include "engine/runs/prediction_rows.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr std::int64_t givenAtOnce = 256;

/// A range of a field's samples, which shares its bytes.
data::Field partOf(const data::Field& field, std::int64_t first, std::int64_t count)
{
    return {field.spec, count,
            std::shared_ptr<const std::byte[]>(field.bytes, field.bytes.get() + first * field.spec.strideBytes())};
}

std::string nameOf(const std::filesystem::path& path, const data::Samples& samples, std::int64_t index)
{
    if (!samples.names.empty())
        return samples.names[static_cast<std::size_t>(index)];
    return samples.count() > 1 ? path.filename().string() + "[" + std::to_string(index) + "]" : path.filename().string();
}

GivenAnswer answerOf(const PredictedOutput& output, std::span<const float> numbers, const runs::AskedSample& sample)
{
    GivenAnswer answer;
    if (tellsSteps(output)) {
        for (const std::int64_t step : stepsOf(output, numbers))
            answer.answer += (answer.answer.empty() ? "" : " ") + output.nameOf(step);
        return answer;
    }
    if (output.numbersAClass() > 0) {
        const ClassAnswer told = classAnswer(output, numbers);
        answer.answer = output.nameOf(told.best);
        answer.share = told.values[static_cast<std::size_t>(told.best)];
        answer.isShare = told.areShares;
        if (const auto truth = runs::classOf(sample)) {
            answer.truth = runs::classNameOf(output, sample, *truth);
            answer.right = *truth == told.best;
        }
        return answer;
    }
    answer.numbers = readableNumbers(output, numbers);
    const std::span<const double> truth = runs::truthNumbersOf(sample, answer.numbers.size());
    if (std::ranges::none_of(truth, [](double number) { return std::isnan(number); }))
        answer.truthNumbers.assign(truth.begin(), truth.end());
    return answer;
}

void count(GivenAnswers& all, const GivenAnswer& answer)
{
    ++all.samples;
    if (answer.right) {
        ++all.known;
        all.right += *answer.right ? 1 : 0;
    } else if (!answer.truthNumbers.empty()) {
        double sum = 0.0;
        for (std::size_t i = 0; i < answer.numbers.size(); ++i)
            sum += std::abs(answer.numbers[i] - answer.truthNumbers[i]);
        ++all.known;
        const double error = sum / static_cast<double>(answer.numbers.size());
        all.meanAbsoluteError += (error - all.meanAbsoluteError) / static_cast<double>(all.known);
    }
}

/// A file or a folder and its samples.
struct GivenFile {
    std::filesystem::path path;
    data::Samples samples;
};

void ask(Predictor& predictor, const GivenFile& file, const std::stop_token& stop, runs::PredictionRows& rows, GivenAnswers& all)
{
    const std::vector<PredictedOutput>& outputs = predictor.outputs();
    for (std::int64_t first = 0; first < file.samples.count(); first += givenAtOnce) {
        data::Watch{{}, stop}.throwIfStopped();
        const std::int64_t most = std::min(givenAtOnce, GivenAnswers::samplesAtMost - all.samples);
        const std::int64_t part = std::min(most, file.samples.count() - first);
        all.cut = all.cut || part < std::min(givenAtOnce, file.samples.count() - first);
        if (part == 0)
            return;
        std::vector<data::Field> inputs;
        for (const data::Field& input : file.samples.inputs)
            inputs.push_back(partOf(input, first, part));
        const std::vector<std::vector<float>> results = predictor.predict(inputs);
        for (std::int64_t i = 0; i < part; ++i) {
            const std::string name = nameOf(file.path, file.samples, first + i);
            rows.begin(name);
            for (std::size_t o = 0; o < outputs.size(); ++o) {
                const auto size = static_cast<std::size_t>(outputs[o].shape.elements());
                const auto numbers = std::span(results[o]).subspan(static_cast<std::size_t>(i) * size, size);
                const runs::AskedSample sample{file.samples.truths[o], first + i};
                rows.add(o, numbers, sample);
                if (o > 0)
                    continue;
                GivenAnswer answer = answerOf(outputs[o], numbers, sample);
                answer.name = name;
                count(all, answer);
                if (all.first.size() < GivenAnswers::shownAtMost)
                    all.first.push_back(std::move(answer));
            }
        }
    }
}

} // namespace

GivenAnswers answersAbout(const std::filesystem::path& run, std::span<const std::filesystem::path> paths,
                          const std::stop_token& stop)
{
    Predictor predictor(run);
    const std::vector<PredictedOutput>& outputs = predictor.outputs();
    GivenAnswers all{.tellsClass = outputs.front().numbersAClass() > 0};
    std::vector<GivenFile> files;
    std::vector<bool> truths(outputs.size());
    for (const std::filesystem::path& path : paths) {
        data::Watch{{}, stop}.throwIfStopped();
        files.push_back({path, data::readSamples(path, data::readingFor(predictor))});
        const data::Samples& samples = files.back().samples;
        all.warnings.insert(all.warnings.end(), samples.warnings.begin(), samples.warnings.end());
        for (std::size_t o = 0; o < outputs.size(); ++o)
            truths[o] = truths[o] || !samples.truths[o].numbers.empty();
    }
    runs::PredictionRows rows(outputs, truths);
    for (const GivenFile& file : files)
        ask(predictor, file, stop, rows, all);
    all.csv = runs::csvText(rows.rows());
    return all;
}

} // namespace netsmith::gui
